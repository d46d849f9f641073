import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { shapes, type Case, type ShapeName } from './cases.ts'
import { checkoutModel } from './charts.ts'
import { greedyCover } from './greedy-cover.ts'
import { pathsOf, wordsOf, type Path } from './model.ts'

/** One arrow of the next-step tables, and the words of what happens on its way: `basket.reserve`, `done payWithCard: paid`. */
export interface NextStep {
  from: CheckoutState
  to: CheckoutState
  events: string[]
}

/** One way from the basket to the completed order, or as far as it is needed. */
export interface Way {
  /** The name of the basket to start from, and what is special about it: all other facts are those of a plain basket. */
  shape: ShapeName
  facts: (typeof shapes)[ShapeName]
  steps: NextStep[]
}

/**
 * Few ways that together take every row of both next-step tables [CONT-19..47], for walks that are dear, as in a
 * browser. Each begins with the basket read; nothing fails on them. Between `payment` and `awaiting_truelayer` the
 * buyer goes to the bank and comes back.
 */
export function nextStepCover(): Way[] {
  const ways = pathsOf({ ...checkoutModel, isWalked: (snapshot, event) => isOnTheRoad(snapshot, event) })
    .map(wayOf)
    .filter((way) => way.steps.length > 0)
  const arrows = (way: Way) => new Set(way.steps.map(({ from, to }) => `${from} → ${to}`))
  // Starting anew costs about as much as four steps
  return greedyCover(ways, arrows, (way) => way.steps.length + 4)
}

/** No failures and no detours, except to the bank and back. */
function isOnTheRoad({ value, context }: { value: unknown; context: { address: string } }, event: Case) {
  const words = wordsOf(event)
  if (words.startsWith('done loadCheckout')) {
    return words.includes(context.address === '' ? ': basket ' : ': at awaiting_truelayer')
  }
  if (words === 'page.restored') return JSON.stringify(value).includes('"payment":"redirecting"')
  return roadEvents.some((road) => words.startsWith(road))
}

const roadEvents = [
  'basket.reserve',
  'after reserveTransition',
  'done reserveTickets: reserved',
  'done reserveTickets: captcha',
  'captcha.pass',
  'captcha.continue',
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
  'done prepareCard',
  'done claimFreeTickets',
  'done saveExpressAccount: saved',
  'method.choose',
  'payment.pay',
  'done payWithCard: paid',
  'done createTruelayerPayment',
  'done bankPolling: completed',
  'done completePayment',
  'payment.continue',
  'done ticketDelivery',
  'waiver.continue',
  'messages.continue',
]

function wayOf(path: Path): Way {
  const [first] = path
  const shape = (first?.event.word.replace('basket ', '') ?? 'plain') as ShapeName
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
  return { shape, facts: shapes[shape], steps }
}

/** The step of a state value: the first level, or the second inside a wrapper. */
function stepOf(value: unknown): CheckoutState {
  if (typeof value === 'string') return value as CheckoutState // the leaf of a value is a state key
  const [name = '', inner] = Object.entries(value as object)[0] ?? []
  return name === 'holding' || name === 'paid' ? stepOf(inner) : (name as CheckoutState)
}
