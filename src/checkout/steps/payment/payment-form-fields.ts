import type { useStepForm } from '#src/ui/form.tsx'

/** What the parts of the payment form need of it: how their fields are tied to it. */
export type PaymentFormFields = Pick<ReturnType<typeof useStepForm>, 'field' | 'group' | 'submitWith'>
