import { useSelector } from '@xstate/react'
import styles from '#src/checkout/step-form.module.css'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { useBuyerName, useCheckout, useUser } from '#src/checkout/use-checkout.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Field } from '#src/ui/field.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { AddressLines } from './address-lines.tsx'
import { selectMode, type DeliveryAddressChart } from './delivery-address-selectors.ts'
import { detailsSchema, findFirst } from './details-schema.ts'
import { foundAddressText } from './found-address.ts'
import { VoucherNames } from './voucher-names.tsx'

/**
 * Form for a new address, the phone number and the names on gift vouchers [ADDR-07..10, ADDR-13]. Unneeded address
 * fields are hidden rather than unmounted, so that their values are kept.
 */
export function DetailsForm({ chart }: { chart: DeliveryAddressChart }) {
  const checkout = useCheckout()
  const user = useUser()
  const name = useBuyerName()
  const mode = useSelector(chart, selectMode)
  const { selectedId, chosen } = useSelector(chart, (snapshot) => snapshot.context)
  const isSaving = useSelector(chart, (snapshot) => snapshot.matches('saving'))
  const { phone, voucherNames } = demandedDetails(checkout)

  const form = useStepForm(
    detailsSchema({ mode, selectedId, phone, voucherNames }),
    (details) => chart.send({ type: 'details.save', details }),
    draftOf('delivery_address'),
  )
  const reason = mode === 'finding' ? findFirst : 'Fill in the details above to continue'

  function showProblems() {
    if (mode !== 'finding') form.props.ref.current?.requestSubmit()
  }

  return (
    <form {...form.props} className={styles.form}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      <div
        className={styles.part}
        hidden={mode !== 'typed'}
        ref={mode === 'typed' ? takeLostFocus : undefined}
      >
        <div className={styles.pair}>
          <Field
            {...form.field('first_name')}
            label="First name"
            autoComplete="given-name"
            spellCheck={false}
            defaultValue={name.first}
          />
          <Field
            {...form.field('last_name')}
            label="Last name"
            autoComplete="family-name"
            spellCheck={false}
            defaultValue={name.last}
          />
        </div>
        <AddressLines key={chosen ? foundAddressText(chosen) : ''} form={form} found={chosen} />
        <LinkButton busy={isSaving} onClick={() => chart.send({ type: 'finder.open' })}>
          Find an address
        </LinkButton>
      </div>
      {phone && (
        <Field
          {...form.field('contact_number')}
          label="Contact number"
          type="tel"
          autoComplete="tel"
          defaultValue={checkout.contact_number}
        />
      )}
      {voucherNames && <VoucherNames form={form} from={user?.full_name} />}
      <Button
        type="submit"
        busy={isSaving}
        blockedBecause={form.fits || isSaving ? undefined : reason}
        onBlockedPress={showProblems}
      >
        Continue
      </Button>
    </form>
  )
}
