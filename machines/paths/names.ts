import type { AnyMachineSnapshot, AnyStateNode } from 'xstate'
import { chartWords } from '#machines/words/index.ts'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { models } from './charts.ts'
import { labelOf, type Model } from './model.ts'
import type { Place, Waypoint } from './search.ts'
import { nodesOf, shortEvent } from './transitions.ts'

type Chart = Model['chart']

/** A name that a tester gave does not mean exactly one thing. The message says what to write instead. */
export class UnknownName extends Error {}

/** The machines of all charts, by name, in the order of the models. */
export const machines = new Map(models.map(({ chart, machine }) => [chart, machine]))

interface NamedState {
  chart: Chart
  node: AnyStateNode
  /** `payment.settled.claim_failed` */
  name: string
}

const states: NamedState[] = [...machines].flatMap(([chart, { root }]) =>
  nodesOf(root)
    .filter((node) => node.path.length > 0)
    .map((node) => ({ chart, node, name: [chart, ...node.path].join('.') })),
)

/** Every event as the charts name it, `done reserveTickets`, and the charts that handle it. */
const eventCharts = new Map<string, Set<Chart>>()
for (const { chart, node } of states)
  for (const event of [node, ...ancestorsOf(node)].flatMap(({ ownEvents }) => ownEvents)) {
    const name = shortEvent(String(event))
    eventCharts.set(name, (eventCharts.get(name) ?? new Set()).add(chart))
  }

function ancestorsOf(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node.parent, ...ancestorsOf(node.parent)] : []
}

/** What a name means: where a path must come, in one of these charts. */
export interface Meaning {
  name: string
  charts: readonly Chart[]
  isMet: Waypoint
  /** Met where an event also changes the state; the same as `isMet` for a state. */
  isFelt: Waypoint
  /** The state is left as soon as it is entered, so that no path ends in it. */
  isTransient: boolean
}

/**
 * Returns what a name means: a step of the checkout (`payment`), a state by its own name (`claim_failed`) or, if several
 * states share that, by more of it (`payment.settled.choosing`), an event (`donation.skip`), or one case of an event
 * (`done reserveTickets: captcha`). Throws `UnknownName`.
 */
export function meaningOf(name: string): Meaning {
  const named = statesNamed(name)
  if (named.length > 1)
    throw new UnknownName(
      `"${name}" is the name of several states: ${named.map((state) => state.name).join(', ')}. Write one of these.`,
    )
  const [state] = named
  if (state) {
    const isMet = ({ model, snapshot }: Place) => model.chart === state.chart && isIn(snapshot, state.node)
    return { name, charts: [state.chart], isMet, isFelt: isMet, isTransient: isTransient(state.node) }
  }
  const charts = eventCharts.get(name.replace(/: .*$/, ''))
  if (charts) {
    const isMet = ({ event }: Place) =>
      !!event && [labelOf(event), labelOf(event).replace(/: .*$/, '')].includes(name)
    const isFelt = (place: Place) =>
      isMet(place) && JSON.stringify(place.snapshot.value) !== JSON.stringify(place.previous?.snapshot.value)
    return { name, charts: [...charts], isMet, isFelt, isTransient: false }
  }
  throw new UnknownName(describeUnknown(name))
}

function describeUnknown(name: string): string {
  const known = [...knownStates, ...eventCharts.keys()]
  const unknown = `There is no state or event "${name}".`
  const alike = known.filter((one) => bare(one) === bare(name))
  if (alike.length > 0) return `${unknown} ${suggest(name, alike)}`
  const chart = states.filter((state) => state.chart === name && state.node.path.length === 1)
  if (chart.length > 0)
    return `"${name}" is a chart. Write one of its states: ${chart.map((state) => state.name).join(', ')}.`
  const said = saying(name)
  return `${unknown} ${said.length > 0 ? `Do you mean ${said.join(', ')}?` : suggest(name, known)}`
}

/** A name as it sounds: "Gift Aid" for `gift_aid`. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Up to three events whose words for testers say what was asked for: `"plan.change" (Choose an instalment plan)`. */
function saying(name: string): string[] {
  const asked = name.toLowerCase().replace(/s$/, '')
  const events = new Map(Object.values(chartWords).flatMap((words) => Object.entries(words?.events ?? {})))
  return [...events]
    .filter(([event, text]) => asked.length > 3 && `${event} ${text}`.toLowerCase().includes(asked))
    .filter(([event], _, found) => !found.some(([other]) => event.startsWith(`${other}: `)))
    .slice(0, 3)
    .map(([event, text]) => `"${event}" (${text})`)
}

const isIn = ({ _nodes }: AnyMachineSnapshot, node: AnyStateNode) => _nodes.some(({ id }) => id === node.id)

const isTransient = ({ type, always, path }: AnyStateNode) =>
  (type === 'final' && path.length > 1) || !!always?.some(({ guard }) => !guard)

const steps: readonly string[] = checkoutStates

/** The states that a name may mean; a step of the checkout comes before anything else of its name. */
export function statesNamed(name: string): NamedState[] {
  const all = states.filter((state) => state.name === name || state.name.endsWith(`.${name}`))
  const step = all.find(
    ({ chart, node }) => chart === 'checkout' && node.key === name && steps.includes(name),
  )
  return step ? [step] : all
}

const knownStates = new Set(states.map(({ node }) => node.key))

/** `Did you mean "captcha"?` */
export function suggest(name: string, known: readonly string[]): string {
  const nearest = [...new Set(known)]
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
  return `Did you mean ${nearest.map(({ one }) => `"${one}"`).join(', ')}?`
}

/** How many letters must be changed to make one word the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...other].entries())
      next.push(
        Math.min((row[at] ?? 0) + (letter === wanted ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
