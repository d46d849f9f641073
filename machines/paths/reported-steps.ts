import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { stepIn } from '#src/checkout/rules/step-of.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { nodesOf, transitionsOf, type Transition } from './transitions.ts'

/** Why a step may be reported after another one. */
export type MoveReason = 'chart' | 'loaded' | 'shop'

export interface Move {
  from: CheckoutState
  to: CheckoutState
  because: MoveReason
}

/**
 * Steps that the shop notes itself, because the page is loaded again with them: the buyer is sent to the bank, or has to solve
 * a captcha before the next try to pay.
 */
const movesOfShop: Omit<Move, 'because'>[] = [
  { from: 'payment', to: 'awaiting_truelayer' },
  { from: 'payment', to: 'captcha' },
]

/**
 * Returns which step a page can report after which, by the checkout chart: those to which a transition leads, those with which a page
 * begins that is loaded again, and those that the shop notes itself. A page does not report the step that the shop sends
 * [OPEN-43]: after one that has become a basket again, the next report is of the step after the basket.
 */
export function reportedMoves(machine: AnyStateMachine): Move[] {
  const direct = transitionsOf(machine).flatMap((transition) =>
    stepsOf(transition.source).flatMap((from) => {
      const to = stepAt(transition.definition.target?.[0])
      return to ? [{ from, to }] : []
    }),
  )
  const after = (step: CheckoutState) =>
    direct.filter(({ from, to }) => from === step && !notReported.includes(to)).map(({ to }) => to)
  const steps = checkoutStates.filter((step) => !notReported.includes(step))
  const moves = steps.flatMap((from) => {
    const loaded = loadedAs(machine, from)
    const unseen = loaded.includes('basket') ? after('basket') : []
    return [
      ...after(from).map((to) => ({ from, to, because: 'chart' as const })),
      ...[...loaded, ...unseen].map((to) => ({ from, to, because: 'loaded' as const })),
      ...movesOfShop
        .filter((move) => move.from === from)
        .map((move) => ({ ...move, because: 'shop' as const })),
    ]
  })
  const seen = new Set<string>()
  return moves.filter(({ from, to }) => {
    const key = `${from} → ${to}`
    return from !== to && !seen.has(key) && seen.add(key)
  })
}

/** A page shows it only while it loads the checkout, and never reports it. */
const notReported: readonly CheckoutState[] = ['determining']

/**
 * Steps in which a page waits for its buyer, and from which another tab may go on at any time. The reservation ends by itself within
 * seconds.
 */
export const isWaitedIn = (step: CheckoutState): boolean => step !== 'reserve'

/** The steps with which a page can begin while the shop says that the sale is at a step. */
function loadedAs(machine: AnyStateMachine, saved: CheckoutState): CheckoutState[] {
  const cases = transitionsOf(machine).filter(
    ({ source, event }) => event === 'always' && source.path.join('.') === 'determining.resuming',
  )
  const open = cases.filter((one) => isOpen(one, saved))
  const certain = open.findIndex(({ definition }) => !definition.guard || isAt(definition.guard, saved))
  return open.slice(0, certain + 1).flatMap(({ definition }) => stepAt(definition.target?.[0]) ?? [])
}

/** Whether a page that resumes at this step may take a case: those for other steps are closed. */
function isOpen({ definition: { guard } }: Transition, saved: CheckoutState): boolean {
  const { type, params } = guardOf(guard)
  if (type === 'isResumedAt') return params?.state === saved
  return type !== 'isResumedAtCaptcha' || saved === 'captcha'
}

const isAt = (guard: unknown, saved: CheckoutState) => guardOf(guard).params?.state === saved

function guardOf(guard: unknown): { type: string; params?: { state?: string } } {
  if (typeof guard !== 'object' || guard === null) return { type: String(guard ?? '') }
  return guard as { type: string; params?: { state?: string } } // As xstate defines a guard with parameters
}

const stepAt = (node: AnyStateNode | undefined) => node && stepIn(node.path)

/** The step that a state is or belongs to, or the steps inside a parent state; none for the whole chart. */
function stepsOf(node: AnyStateNode): CheckoutState[] {
  const step = stepIn(node.path)
  if (step) return [step]
  if (node.path.length === 0) return []
  return [...new Set(nodesOf(node).flatMap((inner) => stepIn(inner.path) ?? []))]
}
