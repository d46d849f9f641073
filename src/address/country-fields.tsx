import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unitedKingdom, unitedStates } from '#src/address/rules/addresses.ts'
import { SelectField } from '#src/ui/field.tsx'
import type { useStepForm } from '#src/ui/form.tsx'
import { countriesQuery } from './calls.ts'
import { StateField } from './state-field.tsx'

/** Fallback if the list of countries cannot be loaded [OPEN-80]. */
const knownCountries = [{ id: unitedKingdom, name: 'United Kingdom' }]

/** The country of an address, and for the USA its state [ADDR-17, ADDR-28]. `section` is the first word of their `autocomplete`. */
export function CountryFields({
  form,
  section = '',
}: {
  form: Pick<ReturnType<typeof useStepForm>, 'field'>
  section?: '' | 'shipping '
}) {
  const { data } = useQuery({ ...countriesQuery, enabled: false })
  const [country, setCountry] = useState(unitedKingdom)
  const countries = data?.countries.length ? data.countries : knownCountries
  return (
    <>
      <SelectField
        {...form.field('country')}
        label="Country"
        autoComplete={`${section}country-name`}
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
        <StateField {...form.field('state')} autoComplete={`${section}address-level1`} />
      )}
    </>
  )
}
