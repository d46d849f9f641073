import type { CallName } from '#machines/testing/fake-shop.ts'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'
import { addresses } from './calls.ts'
import type { Answer } from './gate.ts'
import type { Walk } from './walk.ts'

/** A failure that a call is not repeated after. */
const failure: Answer = { status: 400, json: {} }

/** `done account` of `done account: confirmed` */
export const nameOf = (label: string) => label.replace(/: .*$/s, '')

/** Returns what is done for a step of a path, apart from answering calls and waiting. */
export const doingOf = ({ doings }: Walk, { label }: TestStep) => doings[label] ?? doings[nameOf(label)]

/** Returns the call that a step of a path answers, with what, and whether the browser complains; null if it answers none. */
export function outcomeOf(
  walk: Walk,
  step: TestStep,
): { call: CallName; answer: Answer; complains: boolean } | null {
  const { label } = step
  const [, kind, of = ''] = /^(done|error) (\w+)/.exec(label) ?? []
  if (!kind || doingOf(walk, step)) return null
  const call = (walk.calls?.[label] ?? walk.calls?.[nameOf(label)] ?? of) as CallName // an id of a chart's invocation
  if (!addresses[call]) return null
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
export const delayOf = ({ label }: TestStep) => /^after (\w+)/.exec(label)?.[1] ?? null

/** Returns whether a walk says of a step that a browser cannot bring it about. */
export const isImpossible = (walk: Walk | undefined, label: string) =>
  label in (walk?.impossible ?? {}) || nameOf(label) in (walk?.impossible ?? {})

/** The steps of a path that a browser cannot bring about, each with the reason. */
export function impossibleIn(walk: Walk | undefined, { start, steps }: TestPath): string[] {
  if (!walk) return ['the chart has no walk yet']
  const { starts, impossible = {} } = walk
  return [
    ...(starts[start] || starts['*'] ? [] : [`the start "${start}" cannot be arranged`]),
    ...steps.flatMap((step) => {
      const reason = impossible[step.label] ?? impossible[nameOf(step.label)]
      if (reason) return [`${step.label}: ${reason}`]
      return doingOf(walk, step) || outcomeOf(walk, step) || delayOf(step)
        ? []
        : [`${step.label}: not described`]
    }),
  ]
}
