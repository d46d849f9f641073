/** Runs in the page of the charts, built as `try-out.js`: shows the trial that the address carries and goes on with it, opens logs, and follows a checkout in another tab. */
import { labelOf } from '#machines/paths/model.ts'
import { idFrom, identityOf } from '#machines/paths/path-id.ts'
import { placesTo, type Place } from '#machines/paths/search.ts'
import { titleOf } from '#machines/paths/words.ts'
import { hashOf, trialIn } from './link.ts'
import { heard, showLive, type Live, type Told } from './live.ts'
import { logPanel } from './log-panel.ts'
import { make } from './make.ts'
import { mark, pictureOf, stopFollowing } from './mark.ts'
import {
  blockedAt,
  innermostAt,
  optionsAt,
  starts,
  waitedUntil,
  walk,
  type Kind,
  type Option,
  type Trial,
} from './trial.ts'

const kinds: [Kind, string][] = [
  ['into', 'Look inside'],
  ['buyer', 'The buyer, or the page'],
  ['reply', 'Answers, and ends'],
  ['time', 'Time'],
]

/** Shows a trial in the panel and on the drawings. */
function show(panel: HTMLElement, trial: Trial): void {
  const { place, wrong } = walk(trial)
  const steps = wrong === null ? trial.steps : trial.steps.slice(0, trial.steps.indexOf(wrong))
  const options = optionsAt(place)
  const last = lastOption({ ...trial, steps })
  panel.replaceChildren(
    startField(trial.start),
    make('div', { className: 'trial-now' }, nowAt(place, last, wrong)),
    make(
      'div',
      { className: 'trial-next' },
      make(
        'div',
        {},
        make('h3', {}, options.length > 0 ? 'What can happen next' : 'Here it ends'),
        ...kinds.flatMap(([kind, title]) =>
          choices(
            title,
            options.filter((option) => option.kind === kind && option.moves),
            { ...trial, steps },
          ),
        ),
      ),
      screenAt(place),
    ),
    ...staying(
      options.filter(({ moves }) => !moves),
      { ...trial, steps },
    ),
    ...blocked(place, options),
    ...way({ ...trial, steps }),
    ...handOver({ ...trial, steps }, place),
  )
  mark(place, last?.takes ?? [])
}

/** Goes on with a trial: the address carries it, and shows it. */
const goTo = (trial: Trial) => (location.hash = hashOf(trial))

function lastOption({ start, steps }: Trial): Option | undefined {
  return optionsAt(walk({ start, steps: steps.slice(0, -1) }).place).find(({ step }) => step === steps.at(-1))
}

function startField(chosen: string): HTMLElement {
  const group = (label: string, isInside: (place: Place) => boolean) => {
    const names = [...starts].filter(([, begin]) => isInside(begin())).map(([name]) => name)
    return make(
      'optgroup',
      { label },
      names.map((value) => make('option', { value, selected: value === chosen }, value)),
    )
  }
  const isCheckout = ({ model }: Place) => model.chart === 'checkout'
  const select = make(
    'select',
    { id: 'trial-start', onchange: () => goTo({ start: select.value, steps: [] }) },
    group('The checkout, with a basket of the sandbox', isCheckout),
    group('One chart alone', (place) => !isCheckout(place)),
  )
  return make('p', {}, make('label', { htmlFor: 'trial-start' }, 'Begin with'), select)
}

function nowAt(place: Place, last: Option | undefined, wrong: string | null): HTMLElement[] {
  const node = innermostAt(place)
  const around = [...place.around, place].map(({ model }) => titleOf(model.machine.root)).join(' › ')
  const waited = waitedUntil(place)
  return [
    make('p', { className: 'trial-around' }, last ? `${last.words}. Now, in ${around}:` : `In ${around}:`),
    make('h3', { id: 'trial-now', tabIndex: -1 }, titleOf(node)),
    make('p', {}, String(node.description ?? '')),
    ...place.messages.map((message) =>
      make('p', { className: 'trial-message' }, `The buyer reads: “${message}”`),
    ),
    ...(waited > 0 ? [make('p', {}, `Waited so far: ${secondsOf(waited)}.`)] : []),
    ...(wrong === null
      ? []
      : [
          make(
            'p',
            { className: 'trial-wrong' },
            `The link goes on with “${wrong}”, which is not possible here.`,
          ),
        ]),
  ]
}

/** "1 second", "2.3 seconds" */
const secondsOf = (milliseconds: number) => {
  const seconds = milliseconds / 1_000
  return `${seconds} second${seconds === 1 ? '' : 's'}`
}

/** The picture of the screen, which can be pressed to be seen larger; null if there is none. */
function screenAt(place: Place): HTMLElement | null {
  const picture = pictureOf(place)
  if (!picture) return null
  const name = `Picture of the screen: ${titleOf(innermostAt(place))}`
  const link = make('a', { className: 'picture', href: picture }, make('img', { src: picture, alt: '' }))
  link.setAttribute('aria-label', name)
  return link
}

function choices(title: string, options: Option[], { start, steps }: Trial): HTMLElement[] {
  if (options.length === 0) return []
  const items = options.map(({ step, words, leads }) => {
    const press = () => goTo({ start, steps: [...steps, step] })
    const aside = leads ? make('span', {}, ` → ${leads}`) : null
    return make('li', {}, make('button', { type: 'button', onclick: press }, words, aside))
  })
  return [make('h4', {}, title), make('ul', {}, items)]
}

function staying(options: Option[], trial: Trial): HTMLElement[] {
  if (options.length === 0) return []
  const title = make('summary', {}, 'What can happen without leading anywhere')
  return [make('details', {}, title, choices('', options, trial).slice(1))]
}

function blocked(place: Place, options: Option[]): HTMLElement[] {
  const all = blockedAt(place, options)
  if (all.length === 0) return []
  return [
    make('h3', {}, 'What is not possible now'),
    make(
      'ul',
      { className: 'trial-blocked' },
      all.map(({ words, condition }) => make('li', {}, `${words}: only if ${condition}`)),
    ),
  ]
}

function way({ start, steps }: Trial): HTMLElement[] {
  if (steps.length === 0) return []
  const items = steps.map((step, index) => {
    const before = walk({ start, steps: steps.slice(0, index) }).place
    const words = optionsAt(before).find((option) => option.step === step)?.words ?? step
    const back = () => goTo({ start, steps: steps.slice(0, index) })
    const button = make('button', { type: 'button', onclick: back }, 'Back')
    button.setAttribute('aria-label', `Back to before: ${words}`)
    return make('li', {}, words, ' ', button)
  })
  return [make('h3', {}, 'The way so far'), make('ol', {}, items)]
}

function handOver(trial: Trial, place: Place): HTMLElement[] {
  const link = location.href.replace(/#.*$/s, hashOf(trial))
  const id = make('code', {}, '…')
  void idOf(place).then((text) => (id.textContent = text))
  const field = make('input', {
    id: 'trial-link',
    readOnly: true,
    value: link,
    onfocus: () => field.select(),
  })
  return [
    make('h3', {}, 'Hand it over'),
    make('p', {}, make('label', { htmlFor: 'trial-link' }, 'Link to this walk'), field),
    make(
      'p',
      {},
      'As a test: ',
      id,
      make('br', {}),
      make('code', {}, `npm run paths -- --trial '${hashOf(trial)}'`),
    ),
  ]
}

/** The id that the path has among the testers' paths; '' if the browser does not digest, as without TLS. */
async function idOf(place: Place): Promise<string> {
  if (!isSecureContext) return ''
  const places = placesTo(place)
  const steps = places.flatMap(({ model: { chart }, event }) =>
    event ? [{ chart, label: labelOf(event) }] : [],
  )
  const text = new TextEncoder().encode(identityOf(places[0]?.model ?? {}, steps))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return idFrom(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

const panel = document.getElementById('trial')
document.getElementById('log-panel')?.append(logPanel())

/** Shows the trial of the address; the address of a state leaves the panel as it is. */
function follow(): void {
  const trial = trialIn(location.hash)
  if (!panel || !trial) return
  stopFollowing()
  show(panel, trial)
  document.getElementById('trial-now')?.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'start' })
}

addEventListener('hashchange', follow)

const livePanel = document.getElementById('live')
let live: Live | null = null
const channel = new BroadcastChannel('statecharts')
channel.addEventListener('message', ({ data }: MessageEvent<Told | string>) => {
  if (typeof data === 'string' || !livePanel) return
  const before = live
  live = heard(live, data)
  // What is pressed on another tab comes before what was looked at here
  if (live.events !== before?.events) document.body.classList.add('following')
  showLive(livePanel, live)
})
channel.postMessage('who is there?')

if (trialIn(location.hash)) follow()
else if (!document.body.classList.contains('following')) goTo({ start: 'seats', steps: [] })
