import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome, PlanChoice } from '#machines/payment.ts'
import { payWithInstalment } from '#src/api/payment-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { NewPaymentMethod } from '#src/api/schemas/payment.ts'
import { cardFields, CardRefusal } from '#src/lib/card-fields.ts'
import { charge, paymentFailed } from './charge.ts'
import type { Run } from './lazy-actors.ts'
import { readTypedCard } from './typed-card.ts'

/**
 * Sets up a payment plan and charges its first instalment to a saved or a new card [INST-19..24, CALL-23]. The error is the
 * documented one, followed by the shop's reason if it gives one [INST-22, INST-23].
 */
export function payByPlan(
  queryClient: QueryClient,
  run: Run<Payment>,
  plan: PlanChoice,
): Promise<PayOutcome> {
  const { months, mobile, card, makesDefault } = plan
  return charge(queryClient, run, {
    choice: ['plan', plan, card ? null : cardFields.changes],
    terms: (checkout) => checkout.payment_plan_schedule_options[months]?.schedule ?? null,
    async prepare(checkout, attempt) {
      const payment = {
        instalment_option: months,
        contact_number: mobile,
        selected_payment_method_id: card,
        new_payment_method: card ? null : await newPaymentMethod(checkout),
        attempt,
      }
      return () => payWithInstalment(payment)
    },
    isWithoutKey: true,
    paid: { payment_plan_remaining: true },
    describe: (reason) => (reason && reason !== paymentFailed ? `${paymentFailed} ${reason}` : paymentFailed),
  })

  async function newPaymentMethod(checkout: Checkout): Promise<NewPaymentMethod> {
    const { id, face } = await readTypedCard(queryClient, run.input.details, checkout)
    if (!face) throw new CardRefusal('')
    return { id, ...face, make_default_payment_method: makesDefault }
  }
}
