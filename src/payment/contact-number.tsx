import { Field } from '#src/ui/field.tsx'
import type { PaymentFormFields } from './payment-form-fields.ts'

/** Contact number for baskets that require one, prefilled if known [PAYM-06, PAYM-07]. */
export function ContactNumber({ form, known }: { form: PaymentFormFields; known: string }) {
  return (
    <Field
      {...form.field('contact_number')}
      label="Contact number"
      hint="The organiser will only use it if something changes about your booking."
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      defaultValue={known}
    />
  )
}
