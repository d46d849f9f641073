import { CountryFields } from '#src/address/country-fields.tsx'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import styles from '#src/checkout/step-form.module.css'
import type { PaymentFormFields } from './payment-form-fields.ts'

/** Delivery address of an express order, in the buyer's name [ADDR-16, ADDR-17]. */
export function FullAddress({ form }: { form: PaymentFormFields }) {
  return (
    <div className={styles.section}>
      <Fieldset legend="Delivery address">
        <Field {...form.field('address_1')} label="Address line 1" autoComplete="shipping address-line1" />
        <Field
          {...form.field('address_2')}
          label="Address line 2"
          optional
          autoComplete="shipping address-line2"
        />
        <Field {...form.field('town')} label="Town or city" autoComplete="shipping address-level2" />
        <Field
          {...form.field('postcode')}
          label="Postcode or zip code"
          look="short"
          autoComplete="shipping postal-code"
        />
        <CountryFields form={form} section="shipping " />
      </Fieldset>
    </div>
  )
}
