import type { PaymentDetails } from '#machines/payment-attempt.ts'
import { tellCardChange, type PaymentChart } from '#src/payment/payment-chart.ts'

/** Tells the wallet's sheet that the payment has failed. */
type TellFailure = (failure: { reason: 'fail'; message: string }) => void

/** Pays with the confirmed wallet if the chart takes a payment now, and tells the wallet's sheet if that fails. */
export function sendWalletPayment(
  chart: PaymentChart,
  details: PaymentDetails,
  tellFailure: TellFailure,
): void {
  const payment = { type: 'payment.pay', method: 'wallet', details } as const
  const fail = () => tellFailure({ reason: 'fail', message: chart.getSnapshot().context.message })
  if (!chart.getSnapshot().can(payment)) return fail()
  // Each confirmation is another card.
  tellCardChange(chart)
  chart.send(payment)
  const watch = chart.subscribe((snapshot) => {
    if (snapshot.hasTag('payment_open')) return
    watch.unsubscribe()
    if (snapshot.status === 'active') fail()
  })
}
