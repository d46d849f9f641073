import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/**
 * Plain data from the specification, to compare the charts with. Nothing here is computed from a chart: any change is a
 * change of the product.
 */

/** The next-step tables: each row once, with the id of its requirement. */
export const nextSteps: { from: CheckoutState; to: CheckoutState; id: string }[] = [
  { from: 'basket', to: 'reserve', id: 'CONT-19' },
  { from: 'reserve', to: 'captcha', id: 'RESV-11' },
  { from: 'captcha', to: 'donation', id: 'CONT-20' },
  { from: 'reserve', to: 'donation', id: 'CONT-20' },
  { from: 'captcha', to: 'payment', id: 'CONT-21' },
  { from: 'reserve', to: 'payment', id: 'CONT-21' },
  { from: 'captcha', to: 'login', id: 'CONT-22' },
  { from: 'reserve', to: 'login', id: 'CONT-22' },
  { from: 'donation', to: 'gift_aid', id: 'CONT-23' },
  { from: 'donation', to: 'login', id: 'CONT-24' },
  { from: 'gift_aid', to: 'login', id: 'CONT-25' },
  { from: 'login', to: 'marketing_preferences', id: 'CONT-26' },
  { from: 'login', to: 'delivery_address', id: 'CONT-27' },
  { from: 'login', to: 'ticket_questions_before', id: 'CONT-28' },
  { from: 'login', to: 'payment', id: 'CONT-29' },
  { from: 'marketing_preferences', to: 'delivery_address', id: 'CONT-30' },
  { from: 'marketing_preferences', to: 'ticket_questions_before', id: 'CONT-31' },
  { from: 'marketing_preferences', to: 'payment', id: 'CONT-32' },
  { from: 'delivery_address', to: 'ticket_questions_before', id: 'CONT-33' },
  { from: 'delivery_address', to: 'payment', id: 'CONT-34' },
  { from: 'ticket_questions_before', to: 'payment', id: 'CONT-35' },
  { from: 'payment', to: 'awaiting_truelayer', id: 'CONT-07' },
  { from: 'payment', to: 'deliver_tickets', id: 'CONT-36' },
  { from: 'awaiting_truelayer', to: 'deliver_tickets', id: 'CONT-37' },
  { from: 'deliver_tickets', to: 'ticket_questions_after', id: 'CONT-38' },
  { from: 'deliver_tickets', to: 'waiver', id: 'CONT-39' },
  { from: 'deliver_tickets', to: 'after_sale_messages', id: 'CONT-40' },
  { from: 'deliver_tickets', to: 'order_completed', id: 'CONT-41' },
  { from: 'ticket_questions_after', to: 'waiver', id: 'CONT-42' },
  { from: 'ticket_questions_after', to: 'after_sale_messages', id: 'CONT-43' },
  { from: 'ticket_questions_after', to: 'order_completed', id: 'CONT-44' },
  { from: 'waiver', to: 'after_sale_messages', id: 'CONT-45' },
  { from: 'waiver', to: 'order_completed', id: 'CONT-46' },
  { from: 'after_sale_messages', to: 'order_completed', id: 'CONT-47' },
]

/** Every delay of every chart by its name, in milliseconds. */
export const delays: Record<string, number> = {
  /** "Pressing Reserve Basket shows loading for 300 ms" */
  reserveTransition: 300,
  /** "Quantity changes are sent after a 2 second pause in typing" */
  quantityPause: 2_000,
  /** "Countdown tick 1 s" */
  tick: 1_000,
  /** "Poll the status: first after 2 seconds, then every 1.5 seconds" */
  firstPoll: 2_000,
  pollInterval: 1_500,
  /** "After 1 second, start delivery to the ticket wallet service" */
  deliveryStart: 1_000,
  /** "On completion of that, after 3 seconds move on" */
  moveOn: 3_000,
  /** "Page-load poll for the site script being finished: 10 ms" */
  readyPoll: 10,
  // Our own choices, where the specification says nothing:
  /** A status call without an answer counts as an attempt. */
  answerWait: 20_000,
  /** Navigation to another page is cancelled. */
  departure: 30_000,
  /** A card form that does not answer; and one that may ask the buyer's bank first. */
  providerWait: 30_000,
  bankCheck: 300_000,
  /** A seating plan that is not drawn or does not answer. */
  planWait: 60_000,
  /** A payment whose end is not known yet is asked for again. */
  nextCheck: 3_000,
  /** Calls have no timeout [MONI-23], so a long one is told of and the checkout reloaded. */
  longCall: 10_000,
  recheck: 30_000,
  recoveryShown: 3_000,
  /** A code may take a moment to arrive, and each new one makes the last one worthless. */
  resendPause: 30_000,
  /** That the tickets are held for longer stands beside the countdown, which shows it. */
  extensionShown: 10_000,
  /** A hold that has ended is not shown as one for long. */
  answerMissed: 10_000,
  /** Others choose seats too. */
  listRefresh: 15_000,
  /** Several changes are read at once, and the shop may answer from a list that is two seconds old. */
  changePause: 3_000,
  /** A base script that does not signal, and scripts of the site that do not load, count as failed. */
  readyWait: 10_000,
  scriptsWait: 30_000,
}
