import type { AnyStateNode } from 'xstate'
import { messagesIn } from '#machines/drawing/messages.ts'
import type { Transition } from '#machines/paths/transitions.ts'
import { titleOf, transitionWords } from '#machines/paths/words.ts'
import type { AllWords } from '#machines/words/index.ts'
import type { Release, ReleasedChart } from './release.ts'

/** A chart in one of the two releases that are compared, with the words to tell it. */
export interface Side {
  chart: ReleasedChart
  words: AllWords
  charts: Release['charts']
}

/** A transition with its target and the messages that it shows: `Press "Try again" → Loading the card form`. */
export function sentenceOf(transition: Transition, { words }: Side): string {
  const { source, definition } = transition
  const [target] = definition.target ?? []
  const messages = definition.actions.flatMap(messagesIn)
  return [
    transitionWords(transition, words),
    target ? ` → ${target === source ? 'the same again' : titleOf(target, words)}` : ' (stays)',
    messages.length > 0 && ` (shows “${messages.join('”, “')}”)`,
  ]
    .filter(Boolean)
    .join('')
}

/** Where a state is: "Payment › No payment is in flight". The title of the chart for its root. */
export function placeOf(node: AnyStateNode, { words }: Side): string {
  const around = (one: AnyStateNode): AnyStateNode[] =>
    one.parent?.parent ? [...around(one.parent), one] : [one]
  return around(node)
    .map((one) => titleOf(one, words))
    .join(' › ')
}

/** The charts by their titles, and the calls by their names in the code, that run in a state and not in another one. */
export const runsIn = ({ invoke }: AnyStateNode, { charts, words }: Side, other?: AnyStateNode): string[] =>
  invoke
    .map(({ src }) => String(src))
    .filter((src) => !other?.invoke.some((one) => one.src === src))
    .map((src) => {
      const chart = charts.get(src)
      return chart ? `the chart “${titleOf(chart.machine.root, words)}”` : `the call ${src}`
    })
