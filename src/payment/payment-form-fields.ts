import type { useStepForm } from '#src/ui/form.tsx'
import type { PaymentValues } from './payment-details.ts'

/** Helpers that connect fields to the payment form. */
export type PaymentFormFields = Pick<ReturnType<typeof useStepForm>, 'field' | 'group'>

/** Validates the payment form before a wallet pays. */
export interface PaymentFormCheck {
  check: (given: { method: 'wallet' }) => PaymentValues | null
}
