import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { Beside, ChartWords, Promised } from '#machines/words/chart-words.ts'
import { chartWords, type AllWords } from '#machines/words/index.ts'
import { pathsOf, labelOf, type Model } from './model.ts'
import { nodesOf, shortEvent, transitionsOf, type Transition } from './transitions.ts'

const noWords: ChartWords = { title: '', states: {}, events: {}, guards: {}, delays: {} }

const wordsIn = ({ id }: AnyStateMachine, all: AllWords) => all[id] ?? noWords

/** The title of a state, or of a chart for its root: "Choosing how to pay". Its name, if the chart has no words. */
export function titleOf({ machine, path, key }: AnyStateNode, all: AllWords = chartWords): string {
  const { title, states } = wordsIn(machine, all)
  return (path.length === 0 ? title || machine.id : states[path.join('.')]) ?? key
}

/** What happens in an event, or in one case of it, by its label: `done reserveTickets: captcha`. Undefined without words. */
function eventWords(machine: AnyStateMachine, label: string, all: AllWords): string | undefined {
  const [, delay] = /^after (.*)$/.exec(label) ?? []
  return delay === undefined ? wordsIn(machine, all).events[label] : delayWords(machine, delay, all)
}

/** What is waited for, with how long: "1 second passes". Undefined without words. */
export function delayWords(machine: AnyStateMachine, delay: string, all: AllWords): string | undefined {
  return wordsIn(machine, all).delays[delay]?.replace('{time}', timeOf(machine.implementations.delays[delay]))
}

/** What a tester does, or sees to, for an event by its label; the words of the event if its case has none. */
export function actionAt(machine: AnyStateMachine, label: string, all: AllWords = chartWords): string {
  return eventWords(machine, label, all) ?? eventWords(machine, label.replace(/:.*$/s, ''), all) ?? label
}

/** "1 second", "5 minutes" for milliseconds. */
export function timeOf(delay: unknown): string {
  if (typeof delay !== 'number') return 'some time'
  const [number, unit] =
    delay < 1_000
      ? [delay, 'millisecond']
      : delay < 60_000
        ? [delay / 1_000, 'second']
        : [delay / 60_000, 'minute']
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

/**
 * The condition of a transition, to be read after "if", or what is so if none of those before it is met; '' for neither. Steps in its
 * parameters are named by their titles.
 */
export function guardWords(transition: Transition, all: AllWords = chartWords): string {
  const {
    source: { machine },
    definition: { guard },
  } = transition
  if (!guard) return wordsIn(machine, all).otherwise?.[caseOf(transition)] ?? ''
  const { type, params } = guardOf(guard)
  const said = wordsIn(machine, all).guards[type] ?? type
  return said.replaceAll(/\{(\w+)\}/g, (_, name: string) => stepTitle(machine, String(params[name]), all))
}

function stepTitle({ root }: AnyStateMachine, key: string, all: AllWords): string {
  const node = nodesOf(root).find((one) => one.key === key)
  return node ? titleOf(node, all) : key
}

function guardOf(guard: unknown): { type: string; params: Record<string, unknown> } {
  if (typeof guard === 'string') return { type: guard, params: {} }
  if (typeof guard === 'function') return { type: guard.name, params: {} }
  const { type, params } = guard as { type: string; params?: unknown } // As xstate defines a guard that is no function
  return { type, params: params && typeof params === 'object' ? { ...params } : {} }
}

/** Names all cases of an event in a state: `checking_code done checkOneTimeCode`. */
const caseOf = ({ source: { path }, event }: Transition) =>
  [path.join('.'), shortEvent(event)].filter(Boolean).join(' ')

/** A transition as a sentence without its target: `Press "Pay", if the tickets are free`. */
export function transitionWords(transition: Transition, all: AllWords = chartWords): string {
  const { source, event } = transition
  const condition = guardWords(transition, all)
  if (event === 'always') return condition ? `If ${condition}` : 'Otherwise, at once'
  const name = shortEvent(event)
  return [actionAt(source.machine, name, all), condition && `if ${condition}`].filter(Boolean).join(', ')
}

/** Labels of arrows of a chart, by their ends. */
export const arrowsOf = (machine: AnyStateMachine, all: AllWords = chartWords): Record<string, string> =>
  wordsIn(machine, all).arrows ?? {}

/** What an owner can rely on in a state, each with what makes it true. */
export const promisesAt = (
  { machine, path }: AnyStateNode,
  all: AllWords = chartWords,
): readonly Promised[] => wordsIn(machine, all).promises?.[path.join('.')] ?? []

/** What runs beside the states of a chart. */
export const besideOf = ({ machine }: AnyStateNode, all: AllWords = chartWords): readonly Beside[] =>
  wordsIn(machine, all).beside ?? []

/** Names the words that charts lack, and those that no chart has a use for: `payment: no words for guard isFree`. */
export function wordProblems(models: readonly Model[]): string[] {
  const byChart = Map.groupBy(models, ({ machine }) => machine.id)
  return [
    ...Object.keys(chartWords).flatMap((id) => (byChart.has(id) ? [] : [`${id}: words, but no chart`])),
    ...[...byChart].flatMap(([id, some]) => problemsIn(id, some)),
  ]
}

function problemsIn(id: string, models: readonly Model[]): string[] {
  const [{ machine } = { machine: undefined }] = models
  const words = chartWords[id]
  if (!machine || !words) return [`${id}: no words`]
  const transitions = transitionsOf(machine)
  const events = transitions.map(({ event }) => shortEvent(event)).filter((event) => event !== 'always')
  const cases = models.flatMap((model) => pathsOf(model).flat()).map(({ event }) => labelOf(event))
  const needed: Record<Exclude<keyof ChartWords, 'title' | 'arrows' | 'beside' | 'promises'>, string[]> = {
    states: nodesOf(machine.root)
      .slice(1)
      .map(({ path }) => path.join('.')),
    events: [...events, ...cases].filter((label) => !/^after |^error .*: failed$/.test(label)),
    guards: transitions.flatMap(({ definition: { guard } }) => (guard ? [guardOf(guard).type] : [])),
    otherwise: leftOver(transitions).map(caseOf),
    delays: Object.keys(machine.implementations.delays),
  }
  return (Object.keys(needed) as (keyof typeof needed)[]).flatMap((kind) => {
    const said = words[kind] ?? {}
    const all = new Set(needed[kind])
    const one = kind.replace(/s$/, '')
    return [
      ...[...all].filter((name) => !said[name]?.trim()).map((name) => `${id}: no words for ${one} "${name}"`),
      ...Object.keys(said)
        .filter((name) => !all.has(name))
        .map((name) => `${id}: words for ${one} "${name}", which it does not have`),
    ]
  })
}

/** The transitions without a condition that come after others with one, for the same event in the same state. */
const leftOver = (transitions: readonly Transition[]) =>
  transitions.filter(
    (last) =>
      !last.definition.guard &&
      transitions.some((one) => one !== last && one.definition.guard && caseOf(one) === caseOf(last)),
  )
