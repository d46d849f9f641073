import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'
import { done, isAt, shapes, type Case, type ShapeName } from './cases.ts'
import { checkoutModel } from './charts.ts'
import { isOnMainPath } from './cost.ts'
import { greedyCover } from './greedy-cover.ts'
import { pathsOf, labelOf, type Path } from './model.ts'

/** A row of the next-step tables, with the labels of the events in between: `done basket: chosen`, `done payment: paid`. */
export interface NextStep {
  from: CheckoutState
  to: CheckoutState
  events: string[]
}

/** Baskets by name, as differences from the plain basket. */
type Baskets<Name extends string> = Readonly<Record<Name, Partial<Facts>>>

/** A path from the basket towards the completed order, up to the last step that it adds to the cover. */
export interface NextStepPath<Name extends string> {
  /** Name of the basket. */
  shape: Name
  facts: Partial<Facts>
  /** How the buyer pays; null for free tickets. */
  method: PaymentMethod | null
  steps: NextStep[]
}

/**
 * Returns a minimal set of paths that covers both next-step tables [CONT-19..47] and every method of payment that the
 * baskets offer, for expensive runs such as browser tests. Each path starts with the loaded basket and has no failures.
 * Between `payment` and `awaiting_truelayer` the buyer goes to the bank and back.
 */
export function nextStepCover<Name extends string = ShapeName>(
  // The default applies only where Name is ShapeName
  baskets: Baskets<Name> = shapes as unknown as Baskets<Name>,
): NextStepPath<Name>[] {
  const paths = pathsOf({
    ...checkoutModel,
    cases: (type, snapshot) =>
      type === 'xstate.done.actor.loadCheckout' && isAt(snapshot.value, 'determining')
        ? loads(baskets, snapshot.context as CheckoutContext)
        : checkoutModel.cases(type, snapshot),
    includes: ({ value, context }, one) => isIncluded(value, context as CheckoutContext, one),
  })
    .flatMap((path) => nextStepPathsOf(path, baskets))
    .filter(({ steps }) => steps.length > 0)
  // Starting a new path costs about as much as four steps
  const cover = greedyCover(
    paths,
    ({ steps, method }) => new Set([...steps.map(nextStepLabel), `by ${method}`]),
    ({ steps }) => steps.length + 4,
  )
  return upToTheLastNewStep(cover)
}

/** `login → payment` */
export const nextStepLabel = ({ from, to }: NextStep) => `${from} → ${to}`

/** First loads of the checkout: each basket, or the same basket again when the buyer returns from the bank. */
function loads<Name extends string>(baskets: Baskets<Name>, { hold, facts }: CheckoutContext): Case[] {
  if (hold)
    return [
      done('loadCheckout', 'at awaiting_truelayer', {
        facts: { ...facts, state: 'awaiting_truelayer' },
        hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 20, asOf: 0 },
      }),
    ]
  return (Object.entries(baskets) as [Name, Partial<Facts>][]).map(([name, special]) =>
    done('loadCheckout', `basket ${name}`, { facts: { ...plain, ...special }, hold: null }),
  )
}

function upToTheLastNewStep<Name extends string>(paths: NextStepPath<Name>[]): NextStepPath<Name>[] {
  const taken = new Set<string>()
  return paths.map((path) => {
    const end = path.steps.findLastIndex((step) => !taken.has(nextStepLabel(step))) + 1
    for (const step of path.steps) taken.add(nextStepLabel(step))
    return { ...path, steps: path.steps.slice(0, end) }
  })
}

/** Excludes failures and detours, except to the bank and back. */
function isIncluded(value: unknown, { facts }: CheckoutContext, event: Case) {
  const label = labelOf(event)
  if (label.startsWith('done loadCheckout')) return isAt(value, 'determining')
  if (label === 'done payment: left') return facts.methods.includes('bank')
  return isOnMainPath(label)
}

/** Reads the steps of a path, once for each method by which its buyer can pay. */
function nextStepPathsOf<Name extends string>(path: Path, baskets: Baskets<Name>): NextStepPath<Name>[] {
  const [first] = path
  const shape = (first?.event.label.replace('basket ', '') ?? '') as Name // written by `loads`
  const steps: NextStep[] = []
  let from: CheckoutState = 'basket'
  let events: string[] = []
  for (const { event, snapshot } of path.slice(1)) {
    const to = stepOf(snapshot.value)
    events.push(labelOf(event))
    if (to === from || to === 'determining') continue
    steps.push({ from, to, events })
    from = to
    events = []
  }
  const facts = baskets[shape]
  return methodsOf({ ...plain, ...facts }, steps).map((method) => ({ shape, facts, method, steps }))
}

/** Only the bank leads to its own step. A wallet pays where a card does. */
function methodsOf({ methods }: Facts, steps: NextStep[]): (PaymentMethod | null)[] {
  if (steps.some(({ to }) => to === 'awaiting_truelayer')) return ['bank']
  if (methods.length === 0) return [null]
  return [
    ...methods.filter((method) => method !== 'bank'),
    ...(methods.includes('card') ? ['wallet' as const] : []),
  ]
}
