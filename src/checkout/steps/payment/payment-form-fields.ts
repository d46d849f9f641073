import type { useStepForm } from '#src/ui/form.tsx'

/** Helpers that connect fields to the payment form. */
export type PaymentFormFields = Pick<ReturnType<typeof useStepForm>, 'field' | 'group'>
