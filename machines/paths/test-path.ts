import { createHash } from 'node:crypto'
import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate'
import type { CheckoutContext } from '#machines/checkout.ts'
import { chartWords } from '#machines/words/index.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Case } from './cases.ts'
import { nextSteps } from './documented.ts'
import { headingOf } from './headings.ts'
import { labelOf, type Model } from './model.ts'
import { idFrom, identityOf, nameOfStart } from './path-id.ts'
import { requirementsOfMessage } from './requirement-texts.ts'
import type { Place } from './search.ts'
import { actionAt, titleOf } from './words.ts'

/** A path as a tester reads and runs it: plain data, which a file can keep. */
export interface TestPath {
  /** The same as long as the path takes the same events: `P-1f0c9a2b`. */
  id: string
  title: string
  /** Where the path begins: a basket, and the steps before the first one of `steps`. */
  precondition: string
  /** The chart in which the path ends, and its state there. */
  chart: Model['chart']
  state: string
  /** The basket that it begins with; null for a chart that is tried without the checkout around it. */
  shape: string | null
  /** What distinguishes this way to start the chart from its others, if it is tried alone; else ''. */
  start: string
  /** The states in which it starts. */
  value: StateValue
  /** Ids of the next steps that it takes, the messages that it shows, and the requirement for which it was found. */
  requirements: string[]
  /** How many of the first steps belong to the precondition. */
  prepared: number
  steps: TestStep[]
}

export interface TestStep {
  chart: Model['chart']
  /** The event with its case: `done reserveTickets: captcha`. */
  label: string
  /** What the tester does, or sees to. */
  action: string
  /** The data of the event; '' for none. */
  data: string
  /** The step of the checkout afterwards; null outside the checkout. */
  screen: CheckoutState | null
  /** The state of the chart afterwards. */
  state: string
  /** All states of the chart afterwards. */
  value: StateValue
  /** The title of the page afterwards; null outside the checkout, at the end of an invoked chart, and where the shop chooses it. */
  heading: string | null
  expected: string
  /** The messages that are part of it. */
  messages: readonly string[]
}

/**
 * Writes a path down for testers. `from` is the place at which the wish begins: what is before it is prepared. `met` are
 * requirements that it meets besides those which its rows and messages tell.
 */
export function testPathOf(places: readonly Place[], from = 0, met: readonly string[] = []): TestPath {
  const [start] = places
  const last = places.at(-1)
  if (!start || !last) throw new Error('a path has at least a start')
  const steps = places.flatMap((place) => (place.event ? [stepAt(place, place.event)] : []))
  const events = places.slice(0, from + 1).filter(({ event }) => event).length
  // The load of the basket is how the sandbox arranges it, so it is always prepared
  const shape = /^done loadCheckout: basket (.*)$/.exec(steps[0]?.label ?? '')?.[1] ?? null
  const prepared = Math.max(shape === null ? 0 : 1, events)
  const beginning =
    shape === null ? `The chart ${start.model.chart}${nameOfStart(start.model)}` : `The basket "${shape}"`
  return {
    id: idOf(steps, start),
    title: shortened(describeEnd(last), shape === null ? wayOf(places) : [shape, ...wayOf(places)]),
    precondition: [
      beginning,
      ...steps.slice(shape === null ? 0 : 1, prepared).map(({ action }) => action),
    ].join('; then: '),
    chart: last.model.chart,
    state: stateOf(last),
    shape,
    start: start.model.start ?? '',
    value: start.snapshot.value,
    requirements: [...new Set([...met, ...places.flatMap(requirementsAt)])].sort(),
    prepared,
    steps,
  }
}

/** Test management takes titles of up to 250 letters or little more. */
const longestTitle = 250

/** A title that leaves out the middle of a long way. */
function shortened(end: string, way: readonly string[]): string {
  for (let kept = way.length; kept > 0; kept -= 1) {
    const first = Math.ceil(kept / 2)
    const places =
      kept === way.length ? way : [...way.slice(0, first), '…', ...way.slice(way.length - kept + first)]
    const title = `${end} (${places.join(' → ')})`
    if (title.length <= longestTitle) return title
  }
  return end
}

const idOf = (steps: readonly TestStep[], { model }: Place) =>
  idFrom(createHash('sha256').update(identityOf(model, steps)).digest('hex'))

/** The titles of the steps of the checkout that a path shows, or of the states of a chart that is tried alone; each once in a row. */
function wayOf(places: readonly Place[]): string[] {
  const titles = places.filter(({ event }) => event).map((place) => titleOf(shownAt(place)))
  return titles.filter((title, index) => title !== titles[index - 1])
}

/** The step of the checkout that a place of the checkout shows, or else the innermost state. */
function shownAt(place: Place): AnyStateNode {
  const node = innermost(place)
  const step = place.model.chart === 'checkout' && stepOf(place.snapshot.value)
  return ancestryOf(node).find(({ key }) => key === step) ?? node
}

const ancestryOf = (node: AnyStateNode): AnyStateNode[] =>
  node.parent ? [...ancestryOf(node.parent), node] : [node]

function stepAt(place: Place, event: Case): TestStep {
  const screen = screenAt(place)
  // At the end of an invoked chart the checkout goes on to another screen
  const isOver = place.around.length > 0 && place.snapshot.status === 'done'
  const heading = screen && !isOver ? headingAt(place, screen) : ''
  const isOwn = screen === 'donation'
  return {
    chart: place.model.chart,
    label: labelOf(event),
    action: actionOf(event, place.model.machine),
    data: dataOf(event),
    screen,
    state: stateOf(place),
    value: place.snapshot.value,
    heading: isOwn || !heading ? null : heading,
    expected: [
      heading && `Heading "${heading}".`,
      describeEnd(place),
      ...place.messages.map((message) => `Message "${message}".`),
    ]
      .filter(Boolean)
      .join(' '),
    messages: place.messages,
  }
}

const stateOf = (place: Place) => innermost(place).path.join('.')

/** The innermost state; of parallel ones that which the event has entered, or the first. */
function innermost({ snapshot, previous }: Place): AnyStateNode {
  const atoms = snapshot._nodes.filter(({ states }) => Object.keys(states).length === 0)
  const node = atoms.find((one) => !previous?.snapshot._nodes.includes(one)) ?? atoms[0]
  if (!node) throw new Error('a chart is in at least one state')
  return node
}

const describeEnd = (place: Place) => innermost(place).description ?? ''

/** The checkout around a place, or the place itself. */
const checkoutAt = (place: Place) => [...place.around, place].find(({ model }) => model.chart === 'checkout')

function screenAt(place: Place): CheckoutState | null {
  const checkout = checkoutAt(place)
  return checkout ? stepOf(checkout.snapshot.value) : null
}

function headingAt(place: Place, screen: CheckoutState): string {
  const all = [...place.around, place]
  const payment = all.find(({ model }) => model.chart === 'payment')?.snapshot
  const checkout = checkoutAt(place)?.snapshot
  const { facts } = (payment ?? checkout)?.context as CheckoutContext // both keep the facts of the basket
  return headingOf(screen, {
    ...facts,
    isPaying: !!payment?.hasTag('payment_open') || !!checkout?.matches({ holding: { payment: 'paying' } }),
    isPlan: false,
    donationTitle: '(the title that the charity has chosen)',
  })
}

/** Returns what a tester does, or sees to, for an event of a chart: `Press "Pay"`. */
export const actionOf = (event: Case, machine: AnyStateMachine): string => actionAt(machine, labelOf(event))

const untold = ['type', 'label', 'error', 'facts', 'hold']

/** The data of an event that a tester types, or of a reply. Facts, and the ends of invoked charts, have words instead. */
function dataOf(event: Case): string {
  const { output, ...fields } = event
  if (output && labelOf(event).replace(/^done |:.*$/gs, '') in chartWords) return ''
  const data = Object.entries(output && typeof output === 'object' ? output : fields)
  const told = data.filter(([name]) => !untold.includes(name))
  return told.length > 0 ? JSON.stringify(Object.fromEntries(told)) : ''
}

/** The next step that a place follows from, and the requirements that spell out its messages. */
function requirementsAt(place: Place): string[] {
  const to = screenAt(place)
  const from = place.previous && screenAt(place.previous)
  const rows = nextSteps.filter((row) => row.from === from && row.to === to)
  return [...rows.map(({ id }) => id), ...place.messages.flatMap(requirementsOfMessage)]
}
