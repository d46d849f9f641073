import { CountryFields } from './country-fields.tsx'
import type { FoundAddress } from './schemas.ts'
import styles from '#src/checkout/step-form.module.css'
import { Field } from '#src/ui/field.tsx'
import type { useStepForm } from '#src/ui/form.tsx'

/** Address fields, prefilled from a found address [ADDR-30], or with the `postcode` that was looked for; the state is shown for the USA only [ADDR-17, ADDR-28]. */
export function AddressLines({
  form,
  found,
  postcode,
}: {
  form: Pick<ReturnType<typeof useStepForm>, 'field'>
  found: FoundAddress | null
  postcode: string
}) {
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
          defaultValue={found?.post_code ?? postcode}
        />
      </div>
      <div className={styles.pair}>
        <CountryFields form={form} />
      </div>
    </>
  )
}
