import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import { payWithCard } from '#src/api/payment-calls.ts'
import { cardFields } from '#src/lib/card-fields.ts'
import { readConfirmedWallet } from '#src/lib/stripe-wallet.ts'
import { charge } from './charge.ts'
import type { Run } from './lazy-actors.ts'

/** Charges the card of the wallet in which the buyer has confirmed the payment, as a typed card [PAYM-43, PAYM-58]. */
export function payByWallet(queryClient: QueryClient, run: Run<Payment>): Promise<PayOutcome> {
  const { contactNumber } = run.input.details
  return charge(queryClient, run, {
    choice: ['wallet', run.input.details, cardFields.changes],
    async prepare(_, attempt) {
      const { id } = await readConfirmedWallet()
      return () =>
        payWithCard({
          payment_method_id: id,
          attempt,
          ...(contactNumber && { contact_number: contactNumber }),
        })
    },
  })
}
