import { createActor } from 'xstate'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout.ts'
import type { Hold } from '#machines/countdown.ts'
import type { Facts } from '#src/rules/facts.ts'
import { fakeShop, type Replies } from './fake-shop.ts'
import { facts as plainFacts } from './facts.ts'

/** A hold of so many seconds, read now. */
export const holdOf = (seconds: number): Hold => ({ deadline: performance.now() + seconds * 1_000, seconds })

interface Start {
  facts?: Partial<Facts>
  /** Seconds left of the hold; null when the server names none. */
  seconds?: number | null
  /** Answers given at once; reports of the state are answered without a word of the hold unless this says otherwise. */
  standing?: Partial<Replies>
  /** What became of the last try, asked when a buyer resumes at payment; null lets the question wait. */
  lastTry?: string | null
}

/**
 * Starts a checkout against the fake shop and lets it read its first checkout, so that it stands on the step which
 * `facts.state` names.
 */
export async function startCheckout({
  facts = {},
  seconds = 600,
  standing = { updateBasketState: { hold: null } },
  lastTry = '',
}: Start = {}) {
  const shop = fakeShop(standing)
  const actor = createActor(shop.charts.checkout)
  actor.start()
  await shop.reply('loadCheckout', loaded(facts, seconds))
  if (lastTry !== null && place(actor.getSnapshot().value) === 'payment.recalling') {
    await shop.reply('getPaymentError', { text: lastTry })
  }

  return {
    ...shop,
    actor,
    send: (event: CheckoutEvent) => actor.send(event),
    /** `payment.choosing`: step and sub-state, without the wrappers. */
    where: () => place(actor.getSnapshot().value),
    context: (): CheckoutContext => actor.getSnapshot().context,
    children: () => actor.getSnapshot().children,
    secondsLeft: () => actor.getSnapshot().children.countdown?.getSnapshot().context.secondsRemaining,
    /** The states that the server was told, in order. */
    told: () => shop.inputs('updateBasketState').map((input) => (input as { state: string }).state),
  }
}

/** A checkout as the shop would send it. */
export function loaded(facts: Partial<Facts> = {}, seconds: number | null = 600) {
  return {
    facts: { ...plainFacts, secondsRemaining: seconds, ...facts },
    hold: seconds === null ? null : holdOf(seconds),
  }
}

/** `{ holding: { payment: 'paying' } }` → `payment.paying` */
export function place(value: unknown): string {
  if (typeof value === 'string') return value
  const [name = '', inner] = Object.entries(value as object)[0] ?? []
  return name === 'holding' || name === 'paid' ? place(inner) : `${name}.${place(inner)}`
}
