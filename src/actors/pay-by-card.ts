import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import { payWithCard, payWithSquare } from '#src/api/payment-calls.ts'
import { cardFields } from '#src/lib/card-fields.ts'
import { charge } from './charge.ts'
import type { Run } from './lazy-actors.ts'
import { readTypedCard } from './typed-card.ts'

/** Charges the card typed into the form of Stripe or Square [PAYM-43, PAYM-50, PAYM-58..62]. */
export function payByCard(queryClient: QueryClient, run: Run<Payment>): Promise<PayOutcome> {
  const { method, details } = run.input
  return charge(queryClient, run, {
    choice: [method, details, cardFields.changes],
    async prepare(checkout, attempt) {
      const { id } = await readTypedCard(queryClient, details, checkout)
      const payment = {
        attempt,
        ...(details.contactNumber && { contact_number: details.contactNumber }),
      }
      return () =>
        method === 'square'
          ? payWithSquare({ source_id: id, ...payment })
          : payWithCard({ payment_method_id: id, ...payment })
    },
  })
}
