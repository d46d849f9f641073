import type { CallName } from '#machines/testing/fake-shop.ts'
import type { Outline } from '#machines/paths/index.ts'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'
import { addresses } from './calls.ts'
import type { Answer } from './gate.ts'
import type { Walk } from './walk.ts'

type Walks = Partial<Record<TestPath['chart'], Walk>>

/** A failure that a call is not repeated after. */
const failure: Answer = { status: 400, json: {} }

/** `done account` of `done account: confirmed` */
export const nameOf = (label: string) => label.replace(/: .*$/s, '')

type Labelled = Pick<TestStep, 'label'>

/** Returns what is done for a step of a path, apart from answering calls and waiting. */
export const doingOf = ({ doings }: Walk, { label }: Labelled) => doings[label] ?? doings[nameOf(label)]

/** Returns the call that a step of a path answers, with what, and whether the browser complains; null if it answers none. */
export function outcomeOf(
  walk: Walk,
  step: Labelled,
): { call: CallName; answer: Answer; complains: boolean } | null {
  const { label } = step
  const [, kind, of = ''] = /^(done|error) (\w+)/.exec(label) ?? []
  const call = (walk.calls?.[label] ?? walk.calls?.[nameOf(label)] ?? of) as CallName // an id of a chart's invocation
  if (!addresses[call] || doingOf(walk, step)) return null
  const answer =
    walk.answers?.[label] ?? walk.answers?.[nameOf(label)] ?? (kind === 'error' ? failure : 'shop')
  const complains = answer === 'lost' || (typeof answer === 'object' && (answer.status ?? 200) >= 400)
  return { call, answer, complains }
}

/** Returns the call that stays without an answer before a step of a path; undefined if there is none. */
export const heldBefore = ({ held = {} }: Walk, { label }: TestStep) => held[label] ?? held[nameOf(label)]

/** Returns what must be so before the call of a step is answered. */
export const beforeOf = ({ before = {} }: Walk, { label }: TestStep) => before[label] ?? before[nameOf(label)]

/** Returns the name of the delay that a step of a path waits for; null if it waits for none. */
export const delayOf = ({ label }: Labelled) => /^after (\w+)/.exec(label)?.[1] ?? null

/** Why a browser cannot bring about a step of a path; null if it can. */
function reasonAt(walk: Walk, path: Outline, at: number): string | null {
  const step = path.steps[at]
  if (!step) return null
  const { impossible = {} } = walk
  const told = impossible[step.label] ?? impossible[nameOf(step.label)]
  const reason = typeof told === 'function' ? told(path, at) : told
  if (reason) return `${step.label}: ${reason}`
  return doingOf(walk, step) || outcomeOf(walk, step) || delayOf(step) ? null : `${step.label}: not described`
}

/** Returns whether a walk says of a step that a browser can bring it about on no path. */
export const isImpossible = (walk: Walk | undefined, label: string) =>
  typeof (walk?.impossible?.[label] ?? walk?.impossible?.[nameOf(label)]) === 'string'

/** The chart in which a path begins: another one than that of its end, if it goes into an invoked chart. */
export const firstChart = ({ chart, steps }: TestPath) => steps[0]?.chart ?? chart

/** The steps of a path that a browser cannot bring about, each with the reason. */
export function impossibleIn(walks: Walks, path: TestPath): string[] {
  const first = walks[firstChart(path)]
  return [
    ...(first && canStart(first, path) ? [] : [`the start "${path.start}" cannot be arranged`]),
    ...path.steps.flatMap(({ chart }, at) => {
      const walk = walks[chart]
      return walk ? (reasonAt(walk, path, at) ?? []) : [`the chart ${chart} has no walk yet`]
    }),
  ]
}

/** Returns how many of the first steps of a path a browser can bring about, as far as its walk tells; else all. */
export function countPossible(walk: Walk | undefined, path: Outline): number {
  const reasons = walk?.impossible ?? {}
  const at = path.steps.findIndex(({ label }, index) => {
    const told = reasons[label] ?? reasons[nameOf(label)]
    return typeof told === 'function' && told(path, index) !== null
  })
  return at < 0 ? path.steps.length : at
}

const canStart = ({ starts }: Walk, { start }: Outline) => !!(starts[start] ?? starts['*'])
