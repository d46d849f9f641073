import styles from '#src/checkout/step-form.module.css'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import type { useStepForm } from '#src/ui/form.tsx'

/** Names on the gift vouchers of a basket: once for all of them [ADDR-24, ADDR-25, OPEN-78]. */
export function VoucherNames({
  form,
  from,
}: {
  form: Pick<ReturnType<typeof useStepForm>, 'field'>
  /** The buyer's name, if known. */
  from: string | undefined
}) {
  return (
    <div className={styles.section}>
      <Fieldset legend="Gift voucher" hint="These names are on the voucher.">
        <div className={styles.pair}>
          <Field
            {...form.field('gift_voucher_from')}
            label="From"
            autoComplete="name"
            spellCheck={false}
            defaultValue={from}
          />
          <Field {...form.field('gift_voucher_to')} label="To" autoComplete="off" spellCheck={false} />
        </div>
      </Fieldset>
    </div>
  )
}
