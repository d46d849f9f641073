import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import type { CheckoutContext } from '#machines/checkout.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import type { Facts } from '#src/rules/facts.ts'
import { stepOf } from '#src/rules/step-of.ts'
import { done, isAt, shapes, type Case, type ShapeName } from './cases.ts'
import { checkoutModel } from './charts.ts'
import { greedyCover } from './greedy-cover.ts'
import { pathsOf, wordsOf, type Path } from './model.ts'

/** One arrow of the next-step tables, and the words of what happens on its way: `basket.reserve`, `done payWithCard: paid`. */
export interface NextStep {
  from: CheckoutState
  to: CheckoutState
  events: string[]
}

/** Baskets by name, with what is special about each: all other facts are those of a plain one. */
type Baskets<Name extends string> = Readonly<Record<Name, Partial<Facts>>>

/** One way from the basket to the completed order, or as far as it is needed. */
export interface Way<Name extends string> {
  /** The name of the basket to start from. */
  shape: Name
  facts: Partial<Facts>
  steps: NextStep[]
}

/**
 * Few ways that together take every row of both next-step tables [CONT-19..47], for walks that are dear, as in a
 * browser. Each begins with the basket read; nothing fails on them. Between `payment` and `awaiting_truelayer` the
 * buyer goes to the bank and comes back.
 */
export function nextStepCover<Name extends string = ShapeName>(
  // Without baskets of its own, Name is the name of a shape.
  baskets: Baskets<Name> = shapes as unknown as Baskets<Name>,
): Way<Name>[] {
  const ways = pathsOf({
    ...checkoutModel,
    cases: (type, snapshot) =>
      type === 'xstate.done.actor.loadCheckout' && isAt(snapshot.value, 'determining')
        ? readings(baskets, snapshot.context as CheckoutContext)
        : checkoutModel.cases(type, snapshot),
    isWalked: ({ value, context }, one) => isOnTheRoad(value, context as CheckoutContext, one),
  })
    .map((path) => wayOf(path, baskets))
    .filter((way) => way.steps.length > 0)
  // Starting anew costs about as much as four steps
  const cover = greedyCover(
    ways,
    ({ steps }) => new Set(steps.map(arrowOf)),
    ({ steps }) => steps.length + 4,
  )
  return upToTheLastNewStep(cover)
}

/** `login → payment` */
export const arrowOf = ({ from, to }: NextStep) => `${from} → ${to}`

/** The baskets to begin with; and a buyer who comes back from the bank to the basket that was left. */
function readings<Name extends string>(baskets: Baskets<Name>, { hold, facts }: CheckoutContext): Case[] {
  if (hold)
    return [
      done('loadCheckout', 'at awaiting_truelayer', {
        facts: { ...facts, state: 'awaiting_truelayer' },
        hold: { deadline: Number.MAX_SAFE_INTEGER, seconds: 20 },
      }),
    ]
  return (Object.entries(baskets) as [Name, Partial<Facts>][]).map(([name, special]) =>
    done('loadCheckout', `basket ${name}`, { facts: { ...plain, ...special }, hold: null }),
  )
}

function upToTheLastNewStep<Name extends string>(ways: Way<Name>[]): Way<Name>[] {
  const taken = new Set<string>()
  return ways.map((way) => {
    const end = way.steps.findLastIndex((step) => !taken.has(arrowOf(step))) + 1
    for (const step of way.steps) taken.add(arrowOf(step))
    return { ...way, steps: way.steps.slice(0, end) }
  })
}

/** No failures and no detours, except to the bank and back. */
function isOnTheRoad(value: unknown, { facts }: CheckoutContext, event: Case) {
  const words = wordsOf(event)
  if (words.startsWith('done loadCheckout')) return isAt(value, 'determining')
  // The page offers the bank only where there is a choice.
  if (words === 'done payment: left') return facts.preselectedMethod === null
  return roadEvents.some((road) => words.startsWith(road))
}

const roadEvents = [
  'done basket: chosen',
  'captcha.demanded',
  'done reservation: reserved',
  'donation.save',
  'donation.skip',
  'done saveDonation',
  'declaration.save',
  'done updateDonation',
  'done account: confirmed',
  'preferences.save',
  'done setMarketingPreferences',
  'done deliveryAddress',
  'done ticketQuestions',
  'payment.opened',
  'done payment: paid',
  'done bankPolling: completed',
  'done completePayment',
  'payment.continue',
  'done ticketDelivery',
  'waiver.continue',
  'messages.continue',
]

function wayOf<Name extends string>(path: Path, baskets: Baskets<Name>): Way<Name> {
  const [first] = path
  const shape = (first?.event.word.replace('basket ', '') ?? '') as Name // as `readings` wrote it
  const steps: NextStep[] = []
  let from: CheckoutState = 'basket'
  let events: string[] = []
  for (const { event, snapshot } of path.slice(1)) {
    const to = stepOf(snapshot.value)
    events.push(wordsOf(event))
    if (to === from || to === 'determining') continue
    steps.push({ from, to, events })
    from = to
    events = []
  }
  return { shape, facts: baskets[shape], steps }
}
