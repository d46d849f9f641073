import { createActor, type ActorRefFrom, type EventFromLogic, type SnapshotFrom } from 'xstate'
import type { basketMachine } from '#machines/basket.ts'
import { checkoutMachine, type CheckoutContext, type CheckoutEvent } from '#machines/checkout.ts'
import type { Hold } from '#machines/countdown.ts'
import type { orderCompletedMachine } from '#machines/order-completed.ts'
import type { paymentMachine } from '#machines/payment.ts'
import type { reservationMachine } from '#machines/reservation.ts'
import type { Facts } from '#src/rules/facts.ts'
import { statePath, stepOf } from '#src/rules/step-of.ts'
import { fakeShop, type Replies } from './fake-shop.ts'
import { facts as plainFacts } from './facts.ts'

/** A hold with that many seconds left from now. */
export const holdOf = (seconds: number): Hold => ({ deadline: performance.now() + seconds * 1_000, seconds })

interface Start {
  facts?: Partial<Facts>
  /** Seconds left of the hold; null for a reply without a hold. */
  seconds?: number | null
  /** Calls with an immediate reply; by default the reports of the state, without a hold. */
  standing?: Partial<Replies>
  /** Error of the last payment, loaded when resuming at payment; null leaves the call pending. */
  lastTry?: string | null
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
  reads = true,
}: Start = {}) {
  const shop = fakeShop(standing)
  const actor = createActor(shop.charts.checkout)
  actor.start()
  if (reads) await shop.reply('loadCheckout', loaded(facts, seconds))
  const where = () => placeOf(actor.getSnapshot())
  if (lastTry !== null && where() === 'payment.recalling') {
    await shop.reply('getPaymentError', { text: lastTry, isPending: false })
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
    send: (event: CheckoutEvent | StepEvent) => receiverOf(actor, event).send(event as never),
    /** Whether the event would cause a transition now. */
    can: (event: CheckoutEvent | StepEvent) =>
      receiverOf(actor, event)
        .getSnapshot()
        .can(event as never),
    where,
    context: (): CheckoutContext => actor.getSnapshot().context,
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
  typeof basketMachine | typeof reservationMachine | typeof paymentMachine | typeof orderCompletedMachine
>

const stepChartOf = ({ children }: SnapshotFrom<typeof checkoutMachine>) =>
  children.basket ?? children.reservation ?? children.payment ?? children.orderCompleted

function receiverOf(actor: Checkout, { type }: { type: string }) {
  if (checkoutMachine.events.includes(type as never)) return actor
  const chart = stepChartOf(actor.getSnapshot())
  if (!chart) throw new Error(`no running chart handles ${type} in ${placeOf(actor.getSnapshot())}`)
  return chart
}

/** The step and the innermost state, of the child chart if one runs: `payment.choosing`. */
function placeOf(snapshot: SnapshotFrom<typeof checkoutMachine>): string {
  const chart = stepChartOf(snapshot)
  const inner = statePath((chart ?? { getSnapshot: () => snapshot }).getSnapshot().value)
  return `${stepOf(snapshot.value)}.${inner.at(-1)}`
}
