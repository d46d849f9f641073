import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countriesQuery } from '#src/address/calls.ts'
import { StateField } from '#src/address/state-field.tsx'
import { unitedKingdom, unitedStates } from '#src/address/rules/addresses.ts'
import { Field, SelectField } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import styles from '#src/checkout/step-form.module.css'
import type { PaymentFormFields } from './payment-form-fields.ts'

/** Delivery address of an express order, in the buyer's name [ADDR-16, ADDR-17]. */
export function FullAddress({ form }: { form: PaymentFormFields }) {
  const { data } = useQuery({ ...countriesQuery, enabled: false })
  const [country, setCountry] = useState(unitedKingdom)
  const countries = data?.countries.length ? data.countries : [{ id: unitedKingdom, name: 'United Kingdom' }]

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
        <SelectField
          {...form.field('country')}
          label="Country"
          autoComplete="shipping country-name"
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
        >
          {countries.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {country === unitedStates && (
          <StateField {...form.field('state')} autoComplete="shipping address-level1" />
        )}
      </Fieldset>
    </div>
  )
}
