// The door page. The shop decides about each code and puts its answer in words; this script sends codes and shows answers.
const parts = Object.fromEntries(
  [...document.querySelectorAll('[data-part]')].map((element) => [element.dataset.part, element]),
)

const shownFor = { good: 4000 }
const sameCodeFor = 3000
const scanEvery = 150
const countEvery = { online: 10_000, offline: 3000 }
const replyWithin = 6000

/** Keys of scans without an answer, by code. Asked again with the same key, a lost reply does not use a ticket up. */
const openScans = new Map()
let lastAdmitted = null
let isAsking = false
let hidesAnswer = 0

const wait = (time) => new Promise((done) => setTimeout(done, time))

/** Asks about a code and shows the answer. Returns it, or null without one. */
async function check(code) {
  if (isAsking || !code.trim()) return null
  isAsking = true
  const scan = openScans.get(code) ?? crypto.randomUUID()
  openScans.set(code, scan)
  showUndo(null)
  show({ title: 'Checking …', lines: [] })
  const reply = await ask('check/', { code, scan })
  if (reply) openScans.delete(code)
  show(reply ?? noConnection)
  if (reply?.answer === 'valid') showUndo({ scan, lines: reply.lines })
  isAsking = false
  lastSeen.at = performance.now()
  return reply
}

const noConnection = {
  tone: 'wait',
  title: 'Not checked',
  lines: ['There is no connection. Do not admit.'],
}

async function undo() {
  const admitted = lastAdmitted
  if (isAsking || !admitted) return
  isAsking = true
  const reply = await ask('undo/', { scan: admitted.scan })
  if (reply) showUndo(null)
  show(reply ?? { ...noConnection, title: 'Not undone', lines: ['There is no connection. Try again.'] })
  isAsking = false
  lastSeen.at = performance.now()
}

/** Asks the shop, twice if need be. Returns null if it does not answer: then nobody is admitted. */
async function ask(path, fields) {
  for (const pause of [0, 1000]) {
    await wait(pause)
    try {
      const reply = await fetch(path, {
        method: 'POST',
        headers: { 'X-XSRF-TOKEN': readToken() },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(replyWithin),
      })
      if (reply.status >= 500) continue
      const json = await reply.json()
      setOnline(true)
      if (reply.ok) showCounts(json)
      return reply.ok ? json : { tone: 'wait', title: 'Not checked', lines: [json.message] }
    } catch {
      // Asked again.
    }
  }
  setOnline(false)
  return null
}

const readToken = () => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''

function show({ tone, title, lines }) {
  clearTimeout(hidesAnswer)
  const { answer } = parts
  answer.toggleAttribute('data-new', false)
  if (tone) answer.dataset.tone = tone
  else delete answer.dataset.tone
  parts.title.textContent = title
  parts.lines.replaceChildren(...lines.map(listItem))
  requestAnimationFrame(() => answer.toggleAttribute('data-new', true))
  if (tone) navigator.vibrate?.(tone === 'good' ? 80 : [80, 60, 80, 60, 80])
  // The next person must not pass under this one's green.
  if (shownFor[tone]) hidesAnswer = setTimeout(() => show(ready), shownFor[tone])
}

const ready = { title: 'Ready', lines: ['Hold a ticket in front of the camera'] }

/** Asks for what can be done here: without a camera, only codes can be typed. */
function setReady(...lines) {
  ready.lines = lines
  if (parts.title.textContent === ready.title) show(ready)
}

function listItem(text) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}

function showUndo(admitted) {
  lastAdmitted = admitted
  parts.undo.hidden = !admitted
  parts.undo.textContent = admitted ? `Undo: ${admitted.lines.slice(0, 2).join(', ')}` : ''
}

function showCounts({ admitted, expected }) {
  parts.admitted.textContent = admitted
  parts.expected.textContent = expected
}

function setOnline(isOnline) {
  parts.offline.hidden = isOnline
}

async function count() {
  try {
    const reply = await fetch('counts/', { signal: AbortSignal.timeout(replyWithin) })
    setOnline(reply.status < 500)
    if (reply.ok) showCounts(await reply.json())
  } catch {
    setOnline(false)
  }
}

async function keepCounting() {
  for (;;) {
    await wait(parts.offline.hidden ? countEvery.online : countEvery.offline)
    if (!document.hidden) await count()
  }
}

let lastSeen = { code: '', at: 0 }

/** A code is checked when it comes into view, and not again while it stays there, unless there was no answer. */
async function see(code) {
  const now = performance.now()
  const isSame = code === lastSeen.code && now - lastSeen.at < sameCodeFor
  lastSeen = { code, at: now }
  if (!isSame && !(await check(code))) lastSeen.code = ''
}

let stream = null

async function startCamera() {
  if (stream?.active) return
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch {
    parts['camera-note'].textContent = 'There is no camera here, or it may not be used.'
    parts.video.hidden = true
    setReady('Type the code')
    return
  }
  parts.video.hidden = false
  setReady('Hold a ticket in front of the camera')
  parts.video.srcObject = stream
  await parts.video.play()
  parts['camera-note'].hidden = true
  offerLight(stream.getVideoTracks()[0])
}

function stopCamera() {
  for (const track of stream?.getTracks() ?? []) track.stop()
  parts['camera-note'].hidden = false
}

function offerLight(track) {
  const { light } = parts
  light.hidden = !track.getCapabilities?.().torch
  light.ariaPressed = 'false'
  light.onclick = async () => {
    const isOn = light.ariaPressed !== 'true'
    await track.applyConstraints({ advanced: [{ torch: isOn }] })
    light.ariaPressed = String(isOn)
  }
}

/** The platform's reader of QR codes; without one, a decoder is loaded. */
async function findDetector() {
  const formats = await globalThis.BarcodeDetector?.getSupportedFormats()
  const { BarcodeDetector } = formats?.includes('qr_code')
    ? globalThis
    : await import(document.body.dataset.decoder)
  return new BarcodeDetector({ formats: ['qr_code'] })
}

async function keepScanning() {
  const detector = await findDetector()
  for (;;) {
    await wait(scanEvery)
    if (isAsking || document.hidden || !stream?.active) continue
    const [found] = await detector.detect(parts.video).catch(() => [])
    if (found) await see(found.rawValue)
  }
}

/** Keeps the screen awake; a hidden page loses this. */
async function keepAwake() {
  await navigator.wakeLock?.request('screen').catch(() => null)
}

parts.form.addEventListener('submit', (event) => {
  event.preventDefault()
  // The answer to come is about another code: this one stays, and is sent by another press.
  if (isAsking) return
  void check(new FormData(parts.form).get('code'))
  parts.form.reset()
})
parts.undo.addEventListener('click', () => void undo())
addEventListener('offline', () => setOnline(false))
addEventListener('online', () => void count())
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return stopCamera()
  void keepAwake()
  void startCamera()
  void count()
})

void keepAwake()
void startCamera()
void keepScanning()
void keepCounting()
