// Keeps the visitor's place up to date, at the pace that the shop asks for, and takes them on when it is their turn.
const room = document.querySelector('[data-room]')
const live = document.querySelector('[data-said]')
const offline = document.querySelector('[data-offline]')
const tell = document.querySelector('[data-tell]')
const name = document.title.slice(document.title.indexOf(' – '))
const slowest = 60

let failures = 0
let timer
let saidAt = performance.now()
let { kind, say: said } = room.firstElementChild.dataset

function checkIn(seconds) {
  clearTimeout(timer)
  timer = setTimeout(check, seconds * 1000)
}

async function check() {
  clearTimeout(timer)
  try {
    const reply = await fetch(room.dataset.room, { signal: AbortSignal.timeout(20_000) })
    const next = Number(reply.headers.get('Retry-After'))
    if (!reply.ok) return failed(next)
    failures = 0
    offline.hidden = true
    show(await reply.text())
    // Up to a tenth later, so that those who came together do not ask together for ever.
    if (next) checkIn(next * (1 + Math.random() / 10))
  } catch {
    failed(0)
  }
}

function failed(wait) {
  failures++
  // One lost reply is nothing to worry about.
  offline.hidden = failures < 2
  checkIn(Math.max(wait, Math.min(slowest, 3 * 2 ** failures)) * (1 + Math.random() / 4))
}

function show(text) {
  room.innerHTML = text
  countDown()
  const place = room.firstElementChild.dataset
  document.title = place.title + name
  // Screen readers hear what has changed, at most once a minute unless it is something else.
  if (place.kind !== kind || (place.say !== said && performance.now() - saidAt > 60_000)) {
    live.textContent = place.say
    saidAt = performance.now()
    said = place.say
  }
  kind = place.kind
  if (place.to) begin(place.to)
}

let ticking

// Counts the time until the opening down to the second, from what the shop says is left.
function countDown() {
  clearInterval(ticking)
  const clock = room.querySelector('[data-left]')
  if (!clock) return
  const endsAt = performance.now() + clock.dataset.left * 1000
  const tick = () => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
    if (left < 86_400)
      clock.textContent = (parts[0] ? parts : parts.slice(1))
        .map((part, index) => (index ? String(part).padStart(2, '0') : part))
        .join(':')
  }
  tick()
  ticking = setInterval(tick, 1000)
}

// Whoever looks at the page goes on at once; others are told, and go on when they come back.
function begin(address) {
  const go = () => location.assign(address)
  if (!document.hidden) return go()
  if (tell?.elements.sound.checked) play()
  if (tell?.elements.notification.checked)
    new Notification('It is your turn', { body: name.slice(3), icon: '/favicon.svg' }).onclick = () => focus()
  document.addEventListener('visibilitychange', go, { once: true })
}

let audio

// Browsers allow sound only after a click: that on the checkbox.
function play() {
  for (const [index, pitch] of [660, 880].entries()) {
    const tone = new OscillatorNode(audio, { frequency: pitch })
    const volume = new GainNode(audio, { gain: 0.2 })
    tone.connect(volume).connect(audio.destination)
    const from = audio.currentTime + index * 0.25
    tone.start(from)
    tone.stop(from + 0.22)
  }
}

if (tell) {
  tell.hidden = false
  tell.querySelector('[data-notification]').hidden = !('Notification' in globalThis)
  tell.elements.sound.addEventListener('change', () => {
    audio ??= new AudioContext()
    if (tell.elements.sound.checked) play()
  })
  tell.elements.notification.addEventListener('change', async ({ target }) => {
    if (target.checked && (await Notification.requestPermission()) !== 'granted') target.checked = false
  })
}

countDown()
if (room.dataset.next) checkIn(Number(room.dataset.next))
addEventListener('online', check)
document.addEventListener('visibilitychange', () => {
  // A phone that was locked has not asked for a while.
  if (!document.hidden && timer && !room.firstElementChild.dataset.to) check()
})
addEventListener('pageshow', ({ persisted }) => persisted && check())
