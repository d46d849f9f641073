import type { AnyStateMachine, AnyStateNode, EventObject } from 'xstate'
import { paymentMachine } from '#machines/payment.ts'
import { reservationMachine } from '#machines/reservation.ts'
import { baskets } from '#machines/paths/baskets.ts'
import { event, type Case } from '#machines/paths/cases.ts'
import { models } from '#machines/paths/charts.ts'
import { journeyModel, type Baskets } from '#machines/paths/journeys.ts'
import { eventsIn, labelOf, type Model } from '#machines/paths/model.ts'
import { nameOfStart } from '#machines/paths/path-id.ts'
import { after, invocationsOf, placesTo, startOf, type Place } from '#machines/paths/search.ts'
import { shortEvent, transitionsOf } from '#machines/paths/transitions.ts'
import { actionAt, guardWords, titleOf, transitionWords } from '#machines/paths/words.ts'

/** A walk through the charts as a link carries it. */
export interface Trial {
  /** A name of `starts`. */
  start: string
  /** Labels of events (`done reserveTickets: captcha`), or `into payment` to go into a chart that runs in the state. */
  steps: readonly string[]
}

/** Who brings an event about. */
export type Kind = 'buyer' | 'reply' | 'time' | 'into'

/** Something that can happen next. */
export interface Option {
  step: string
  /** In an owner's words. */
  words: string
  kind: Kind
  /** The states that it leads to, in words; '' if it stays. */
  leads: string
  /** Whether it leads anywhere: to another state, into a chart, or by a press that sends an event to another chart. */
  moves: boolean
  /** How deep in the chart the state is that knows it. */
  depth: number
  /** Transitions that it takes, by their keys. */
  takes: readonly string[]
  place: Place
}

/** Something that a state knows, and that cannot happen now. */
export interface Blocked {
  words: string
  /** What would have to be so. */
  condition: string
}

/** The charts of steps that send events to the checkout; their models keep quiet. */
const sending: Partial<Record<Model['chart'], AnyStateMachine>> = {
  payment: paymentMachine,
  reservation: reservationMachine,
}

const alone = models.filter(({ chart }) => chart !== 'checkout')

/** What can be tried: the checkout with each basket of the sandbox, and each other chart by itself. */
export const starts: ReadonlyMap<string, () => Place> = new Map([
  ...Object.entries(baskets as Baskets).map(([name, facts]) => [name, () => loaded(name, facts)] as const),
  ...alone.map((model) => [`${model.chart}${nameOfStart(model)}`, () => startOf(model, null)] as const),
])

/** The checkout in the basket, where a buyer begins. */
function loaded(name: string, facts: Baskets[string]): Place {
  const place = startOf(journeyModel({ [name]: facts }), null)
  const load = eventsIn(place.model.cases, place.snapshot).find(
    (one) => labelOf(one) === `done loadCheckout: basket ${name}`,
  )
  if (!load) throw new Error(`the checkout cannot be loaded with the basket ${name}`)
  return after(place, load)
}

/** Walks a trial. `wrong` is the first step that is not possible; the place is the one before it. */
export function walk({ start, steps }: Trial): { place: Place; wrong: string | null } {
  const begin = starts.get(start) ?? starts.get('seats')
  if (!begin) throw new Error('there is nothing to try')
  let place = begin()
  for (const step of steps) {
    const option = optionsAt(place).find((one) => one.step === step)
    if (!option) return { place, wrong: step }
    place = option.place
  }
  return { place, wrong: null }
}

/**
 * Returns everything that can happen at a place, and in the charts around it what ends it; what would
 * change nothing is left out.
 */
export function optionsAt(place: Place): Option[] {
  if (place.snapshot.status === 'done') return returnOf(place)
  return [
    ...enterable(place),
    ...ownOptions(place),
    ...place.around.toReversed().flatMap((outer) => endings(outer, place)),
  ]
}

/** What the innermost state knows comes first. */
const ownOptions = (place: Place, previous = place) =>
  eventsIn(place.model.cases, place.snapshot)
    .flatMap((one) => optionOf(place, one, previous))
    .sort((one, other) => other.depth - one.depth)

/** What happens in a chart around a place and leaves the state in which the place's chart runs. */
function endings(outer: Place, place: Place): Option[] {
  const isRunning = (next: Place) => invocationsOf(next).some(({ id }) => runs(outer, place, id))
  const inner = invocationsOf(outer).filter(({ id }) => runs(outer, place, id))
  return ownOptions(outer, place)
    .filter(
      ({ step, place: next }) => !isRunning(next) && !inner.some(({ id }) => step.startsWith(`done ${id}`)),
    )
    .map((option) => ({ ...option, step: `${outer.model.chart}: ${option.step}` }))
}

/** Whether what a chart around a place invokes by this id is the place's chart, or around it. */
const runs = (outer: Place, { model, around }: Place, id: string) => {
  const inner = around[outer.around.length + 1]?.model ?? model
  return invocationsOf(outer).some((one) => one.id === id && one.src === inner.chart)
}

/** The charts that run in the states of a place. A chart beside the steps, which nothing waits for, is tried alone. */
function enterable(place: Place): Option[] {
  return invocationsOf(place).flatMap(({ src, id }) => {
    const model = models.find(({ chart }) => chart === src)
    if (!model || !endsOf(place, id)) return []
    const inner = startOf({ ...model, machine: sending[model.chart] ?? model.machine }, place)
    const title = titleOf(model.machine.root)
    return [
      {
        step: `into ${String(src)}`,
        words: `Go into "${title}"`,
        kind: 'into',
        leads: '',
        moves: true,
        depth: 0,
        takes: [],
        place: inner,
      },
    ]
  })
}

/** Whether a place waits for the end of what it has invoked. */
const endsOf = ({ snapshot }: Place, id: string) =>
  snapshot._nodes.some(({ transitions }) => transitions.has(`xstate.done.actor.${id}`))

/** A chart that has ended leads back to the chart around it, by that case of its end which is most like what it has put out. */
function returnOf(place: Place): Option[] {
  const outer = place.around.at(-1)
  const id = outer && invocationsOf(outer).find(({ src }) => src === place.model.chart)?.id
  if (!outer || !id) return []
  const type = `xstate.done.actor.${id}`
  const { output } = place.snapshot
  const [nearest] = outer.model
    .cases(type, outer.snapshot)
    .map((one) => ({ one, shared: sharedBy(one.output, output) }))
    .sort((a, b) => b.shared - a.shared)
  return optionOf(outer, nearest?.one ?? { ...event(type, ''), output }, place)
}

/** How many fields two outputs share. */
function sharedBy(one: unknown, other: unknown): number {
  const [fields, others] = [one, other].map((each) =>
    each && typeof each === 'object' ? { ...each } : {},
  ) as [Record<string, unknown>, Record<string, unknown>] // two are mapped
  return Object.keys(fields).filter((name) => JSON.stringify(fields[name]) === JSON.stringify(others[name]))
    .length
}

function optionOf(place: Place, happening: Case, previous = place): Option[] {
  const { model, snapshot } = place
  const taken = model.machine.getTransitionData(snapshot, happening)
  if (taken.length === 0) return []
  const sent: EventObject[] = []
  const next = { ...after(place, happening, sent), previous }
  const label = labelOf(happening)
  const words = actionAt(model.machine, label)
  const entered = entering(place, next)
  return [
    {
      step: label,
      words,
      kind: kindOf(happening.type),
      leads: entered.map((node) => titleOf(node)).join(', '),
      moves: entered.length > 0 || (isPress(words) && taken.some(({ actions }) => actions.some(isSending))),
      depth: Math.max(...taken.map(({ source }) => source.path.length)),
      takes: transitionsOf(model.machine)
        .filter(({ definition }) => taken.some((one) => isSame(one, definition)))
        .map(({ key }) => key),
      place: { ...next, around: told(place.around, sent) },
    },
  ]
}

const isPress = (words: string) => words.startsWith('Press ')

/** Whether an action tells another chart something, by its name. */
const isSending = (action: unknown) => {
  const { type = '' } = typeof action === 'string' ? { type: action } : (action as { type?: string })
  return type.startsWith('send')
}

/** The charts around a place, after the innermost of them has received what the place's chart has sent. */
function told(around: readonly Place[], sent: readonly EventObject[]): readonly Place[] {
  const outer = around.at(-1)
  if (!outer) return around
  const now = sent.reduce(
    (one, { type, ...fields }) => ({ ...after(one, event(type, '', fields)), previous: one.previous }),
    outer,
  )
  return [...around.slice(0, -1), now]
}

interface Definition {
  source: AnyStateNode
  eventType: string
  guard?: unknown
  target?: readonly AnyStateNode[] | undefined
}

/** Whether two copies of a chart mean the same transition. */
const isSame = (one: Definition, other: Definition) =>
  one.source.id === other.source.id &&
  one.eventType === other.eventType &&
  JSON.stringify(one.guard) === JSON.stringify(other.guard) &&
  one.target?.[0]?.id === other.target?.[0]?.id

/** The innermost states that an event has entered. */
const entering = (before: Place, { snapshot }: Place): AnyStateNode[] =>
  snapshot._nodes.filter(
    (node) =>
      Object.keys(node.states).length === 0 && !before.snapshot._nodes.some(({ id }) => id === node.id),
  )

const kindOf = (type: string): Kind =>
  type.startsWith('xstate.after.') ? 'time' : type.startsWith('xstate.') ? 'reply' : 'buyer'

/** Returns what the states of a place know, but no case of it can bring about now, with the condition that is not met. */
export function blockedAt(place: Place, options = optionsAt(place)): Blocked[] {
  const { model, snapshot } = place
  if (snapshot.status === 'done') return []
  const taken = new Set(options.flatMap(({ takes }) => takes))
  const here = new Set(snapshot._nodes.map(({ id }) => id))
  const blocked = transitionsOf(model.machine).flatMap((transition): Blocked[] => {
    const { source, definition, event: type, key } = transition
    if (!here.has(source.id) || !definition.guard || type === 'always' || taken.has(key)) return []
    const [target] = definition.target ?? []
    const words = transitionWords(transition).replace(/, if .*$/s, '')
    return [{ words: target ? `${words} → ${titleOf(target)}` : words, condition: guardWords(transition) }]
  })
  return blocked.filter(
    ({ words, condition }, index) =>
      blocked.findIndex((one) => one.words === words && one.condition === condition) === index,
  )
}

/** The ids of the states of a place and of the charts around it, as the drawings name them; the innermost last. */
export const statesAt = (place: Place): string[] =>
  [...place.around, place].flatMap(({ snapshot }) =>
    snapshot._nodes.map(({ machine, path }) => [machine.id, ...path].join('.')),
  )

/** The innermost state of a place; of parallel ones that which has just been entered, or the first. */
export function innermostAt({ snapshot, previous }: Place): AnyStateNode {
  const atoms = snapshot._nodes.filter(({ states }) => Object.keys(states).length === 0)
  const before = previous?.snapshot._nodes.map(({ id }) => id) ?? []
  const node = atoms.find(({ id }) => !before.includes(id)) ?? atoms[0]
  if (!node) throw new Error('a chart is in at least one state')
  return node
}

/** How much time the delays of a walk take, in milliseconds. */
export const waitedUntil = (place: Place): number =>
  placesTo(place).reduce((sum, { event: happened, model }) => {
    const [, name] = /^after (.*)$/.exec(happened ? shortEvent(happened.type) : '') ?? []
    const delay: unknown = name === undefined ? 0 : model.machine.implementations.delays[name]
    return sum + (typeof delay === 'number' ? delay : 0)
  }, 0)
