import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countriesQuery } from './calls.ts'
import type { FoundAddress } from './schemas.ts'
import styles from '#src/checkout/step-form.module.css'
import { unitedKingdom, unitedStates } from '#src/address/rules/addresses.ts'
import { Field, SelectField } from '#src/ui/field.tsx'
import type { useStepForm } from '#src/ui/form.tsx'
import { StateField } from './state-field.tsx'

/** Fallback if the list of countries cannot be loaded [OPEN-80]. */
const knownCountries = [{ id: unitedKingdom, name: 'United Kingdom' }]

/** Address fields, prefilled from a found address [ADDR-30]; the state is shown for the USA only [ADDR-17, ADDR-28]. */
export function AddressLines({
  form,
  found,
}: {
  form: Pick<ReturnType<typeof useStepForm>, 'field'>
  found: FoundAddress | null
}) {
  const { data } = useQuery({ ...countriesQuery, enabled: false })
  const [country, setCountry] = useState(unitedKingdom)
  const countries = data?.countries.length ? data.countries : knownCountries

  return (
    <>
      <Field
        {...form.field('address_1')}
        label="Address line 1"
        autoComplete="address-line1"
        defaultValue={found?.formatted_address}
      />
      <Field
        {...form.field('address_2')}
        label="Address line 2"
        optional
        autoComplete="address-line2"
        defaultValue={found?.address_line_2}
      />
      <div className={styles.pair}>
        <Field
          {...form.field('town')}
          label="Town or city"
          autoComplete="address-level2"
          defaultValue={found?.town}
        />
        <Field
          {...form.field('postcode')}
          label="Postcode or zip code"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={found?.post_code}
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          {...form.field('country')}
          label="Country"
          autoComplete="country-name"
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
        >
          {countries.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {country === unitedStates && <StateField {...form.field('state')} autoComplete="address-level1" />}
      </div>
    </>
  )
}
