import { Field } from '#src/ui/field.tsx'
import type { PaymentFormFields } from './payment-form-fields.ts'

/** The contact number, for baskets that must have one [PAYM-06, PAYM-07]; known already, it stands there. */
export function ContactNumber({ form, known }: { form: PaymentFormFields; known: string }) {
  return (
    <Field
      {...form.field('contact_number')}
      label="Contact number"
      hint="The organiser uses it only if something changes about your booking."
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      defaultValue={known}
    />
  )
}
