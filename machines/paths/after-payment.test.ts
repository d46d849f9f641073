import { expect, it } from 'vitest'
import { isAt } from './cases.ts'
import { models } from './charts.ts'
import { labelOf, pathsOf } from './model.ts'

/** Replies and results by which the order is paid. */
const payments = [
  'done sendPayment: success',
  'done confirmTotal: paid',
  'done reloadCheckout: paid',
  'done claimFreeTickets: paid',
  'done paymentAttempt: paid',
  'done payment: paid',
  'done bankPolling: completed',
  'checkout.refreshed: paid',
]

it.each(['checkout', 'payment', 'paymentAttempt'] as const)(
  'the countdown ends with the payment, on every path of %s [CONT-59, BANK-11]',
  (name) => {
    const paths = models.filter(({ chart }) => chart === name).flatMap(pathsOf)
    const paid = paths.flatMap((path) =>
      path.filter(({ event }) => payments.includes(labelOf(event))).map(({ snapshot }) => snapshot),
    )
    // A child chart ends at once; the checkout leaves the states in which a countdown runs.
    const late = paid.filter(({ status, value }) =>
      name === 'checkout' ? isAt(value, 'holding') : status !== 'done',
    )
    expect(paid).not.toEqual([])
    expect([...new Set(late.map(({ value }) => JSON.stringify(value)))]).toEqual([])
  },
)
