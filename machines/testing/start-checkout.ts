import {
  createActor,
  type ActorRefFrom,
  type AnyActorRef,
  type EventFromLogic,
  type SnapshotFrom,
} from 'xstate'
import type { basketMachine } from '#machines/basket.ts'
import { checkoutMachine, type CheckoutContext, type CheckoutEvent } from '#machines/checkout.ts'
import type { Hold } from '#machines/countdown.ts'
import type { orderCompletedMachine } from '#machines/order-completed.ts'
import type { paymentMachine } from '#machines/payment.ts'
import type { Attempt, Failure, paymentAttemptMachine } from '#machines/payment-attempt.ts'
import type { reservationMachine } from '#machines/reservation.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { statePath, stepOf } from '#src/checkout/rules/step-of.ts'
import { fakeShop, settle, type FakeShop, type Replies } from './fake-shop.ts'
import { facts as plainFacts } from './facts.ts'
import { prepared } from './samples.ts'

/** A hold with that many seconds left from now. */
export const holdOf = (seconds: number): Hold => ({
  deadline: performance.now() + seconds * 1_000,
  seconds,
  asOf: performance.now(),
})

interface Start {
  facts?: Partial<Facts>
  /** Seconds left of the hold; null for a reply without a hold. */
  seconds?: number | null
  /** Calls with an immediate reply; by default the reports of the state, without a hold. */
  standing?: Partial<Replies>
  /** Error of the last payment, loaded when resuming at payment; null leaves the call pending. */
  lastTry?: string | null
  /** Attempts to pay from before a reload. */
  attempts?: Attempt[]
  /** Whether the first load of the checkout is answered. */
  reads?: boolean
}

/**
 * Starts a checkout with the fake shop and answers its first load, so that it resumes at `facts.state`.
 */
export async function startCheckout({
  facts = {},
  seconds = 600,
  standing = { updateBasketState: { hold: null } },
  lastTry = '',
  attempts = [],
  reads = true,
}: Start = {}) {
  const shop = fakeShop(standing)
  const actor = createActor(shop.charts.checkout)
  actor.start()
  if (reads) await shop.reply('loadCheckout', { ...loaded(facts, seconds), attempts })
  const where = () => placeOf(actor.getSnapshot())
  if (lastTry !== null && where() === 'payment.recalling') {
    await shop.reply('getPaymentError', { text: lastTry, isPending: false, isUncharged: false })
  }
  const chart = <Name extends keyof StepCharts>(name: Name): StepCharts[Name] => {
    const found = actor.getSnapshot().children[name]
    if (!found) throw new Error(`the ${name} chart does not run in ${where()}`)
    return found as StepCharts[Name]
  }

  return {
    ...shop,
    actor,
    /** Sends an event to the checkout, or to the child chart that handles it, as the page does. */
    send: (event: CheckoutEvent | StepEvent) => void receiverOf(actor, event).send(event as never),
    /** Whether the event would cause a transition now. */
    can: (event: CheckoutEvent | StepEvent) =>
      receiverOf(actor, event)
        .getSnapshot()
        .can(event as never),
    where,
    context: (): CheckoutContext => actor.getSnapshot().context,
    /** Lets a payment under way end like this, or wait. */
    answerPayment: (end: PaymentEnd) => answerPayment(shop, end),
    /** Lets a payment under way fail: a bank transfer at the shop, any other before it is sent. */
    async failPayment() {
      if (chart('payment').getSnapshot().context.method === 'bank') {
        await prepare(shop)
        await shop.fail('sendPayment')
      } else {
        await shop.fail('confirmTotal')
      }
      await shop.fail('reloadCheckout')
    },
    basket: () => chart('basket').getSnapshot().context,
    reservation: () => chart('reservation').getSnapshot().context,
    payment: () => chart('payment').getSnapshot().context,
    children: () => actor.getSnapshot().children,
    secondsLeft: () => actor.getSnapshot().children.countdown?.getSnapshot().context.secondsRemaining,
    /** The states that were reported to the server, in order. */
    reported: () => shop.inputs('updateBasketState').map((input) => (input as { state: string }).state),
  }
}

/** A loaded checkout. */
export function loaded(facts: Partial<Facts> = {}, seconds: number | null = 600) {
  return {
    facts: { ...plainFacts, secondsRemaining: seconds, ...facts },
    hold: seconds === null ? null : holdOf(seconds),
  }
}

type Checkout = ActorRefFrom<typeof checkoutMachine>

interface StepCharts {
  basket: ActorRefFrom<typeof basketMachine>
  reservation: ActorRefFrom<typeof reservationMachine>
  payment: ActorRefFrom<typeof paymentMachine>
}

type StepEvent = EventFromLogic<
  | typeof basketMachine
  | typeof reservationMachine
  | typeof paymentMachine
  | typeof paymentAttemptMachine
  | typeof orderCompletedMachine
>

const stepChartOf = ({ children }: SnapshotFrom<typeof checkoutMachine>) =>
  children.basket ?? children.reservation ?? children.payment ?? children.orderCompleted

/** The attempt to pay, if it waits for the buyer, for time or for another page. */
function waitingAttemptOf({ children }: SnapshotFrom<typeof checkoutMachine>) {
  const attempt = children.payment?.getSnapshot().children.paymentAttempt
  const state = attempt?.getSnapshot().value ?? ''
  return ['checking', 'recalling', 'unsettled', 'redirecting'].includes(state) ? attempt : undefined
}

/** How a payment ends, or why it goes on: `isDeclined` by the shop, otherwise before it is sent. */
export type PaymentEnd =
  | { status: 'success'; facts?: Facts }
  | { status: 'redirect_to_url'; url: string }
  | { status: 'pending' }
  | { status: 'unsuccessful'; message: string; isDeclined: boolean }

/** Lets a payment under way end like this, or wait. */
export async function answerPayment(shop: FakeShop, end: PaymentEnd) {
  if (end.status === 'unsuccessful' && !end.isDeclined)
    return shop.reply('confirmTotal', { status: 'failed', kind: 'changed', message: end.message })
  await prepare(shop)
  if (end.status === 'unsuccessful') return shop.reply('sendPayment', declined(end.message))
  if (end.status !== 'success') return shop.reply('sendPayment', end)
  await shop.reply('sendPayment', { status: 'success' })
  if (end.facts) await shop.reply('loadPaidOrder', { facts: end.facts })
}

const declined = (message: string): { status: 'failed' } & Failure => ({
  status: 'failed',
  kind: 'declined',
  message,
  isUncharged: true,
})

/** Confirms the total of a payment and prepares its request, unless it is sent again. */
async function prepare(shop: FakeShop) {
  if (shop.waiting().includes('confirmTotal'))
    await shop.reply('confirmTotal', { status: 'confirmed', sale: plainFacts.sale })
  if (shop.waiting().includes('preparePayment')) await shop.reply('preparePayment', prepared)
  await settle()
}

function receiverOf(actor: Checkout, { type }: { type: string }): AnyActorRef {
  if (checkoutMachine.events.includes(type as never)) return actor
  const chart = waitingAttemptOf(actor.getSnapshot()) ?? stepChartOf(actor.getSnapshot())
  if (!chart) throw new Error(`no running chart handles ${type} in ${placeOf(actor.getSnapshot())}`)
  return chart
}

/** The step and the innermost state, of the child chart if one runs: `payment.choosing`. */
function placeOf(snapshot: SnapshotFrom<typeof checkoutMachine>): string {
  const chart = waitingAttemptOf(snapshot) ?? stepChartOf(snapshot)
  const inner = statePath((chart ?? { getSnapshot: () => snapshot }).getSnapshot().value)
  return `${stepOf(snapshot.value)}.${inner.at(-1)}`
}
