import { useState } from 'react'
import { Field } from '#src/ui/field.tsx'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import { usePlan, validMobile } from './plan-choice.ts'

/**
 * Mobile number for reminders [INST-08, INST-09]. A wrong one is named as soon as the field is left, since it keeps Pay disabled;
 * the error goes with the next edit.
 */
export function MobileNumber({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const { plan, change } = usePlan(chart)
  const [isLeftWrong, setIsLeftWrong] = useState(false)
  const { error, ...field } = form.field('contact_number')
  return (
    <Field
      {...field}
      error={error ?? (isLeftWrong ? 'Type a valid phone number' : undefined)}
      errorSpoken={!error}
      label="Please enter a mobile number *"
      hint="We send you an SMS reminder before each payment."
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      defaultValue={plan.mobile}
      onInput={({ currentTarget: { value } }) => {
        setIsLeftWrong(false)
        change({ mobile: validMobile(value) })
      }}
      onBlur={({ currentTarget: { value } }) => setIsLeftWrong(value.trim() !== '' && !validMobile(value))}
    />
  )
}
