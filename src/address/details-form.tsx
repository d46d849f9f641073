import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
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
import { AddressCard } from './address-card.tsx'
import { focusFinder, focusFound } from './address-finder.tsx'
import { AddressLines } from './address-lines.tsx'
import { selectMode, type DeliveryAddressChart } from './delivery-address-selectors.ts'
import { detailsSchema, missingAddress } from './details-schema.ts'
import { foundAddressText, isWhole } from './found-address.ts'
import { VoucherNames } from './voucher-names.tsx'
import { wholePostcode } from './whole-postcode.ts'

const names = ['first_name', 'last_name']
const lines = ['address_1', 'address_2', 'town', 'postcode', 'country', 'state']

/**
 * Form for a new address, the phone number and the names on gift vouchers [ADDR-07..10, ADDR-13]. Unneeded address
 * fields are hidden rather than unmounted, so that their values are kept: so are those of a found address, which is shown
 * on one line unless something is wrong with it.
 */
export function DetailsForm({ chart }: { chart: DeliveryAddressChart }) {
  const checkout = useCheckout()
  const user = useUser()
  const name = useBuyerName()
  const mode = useSelector(chart, selectMode)
  const { selectedId, chosen, choices, isAsFound } = useSelector(chart, (snapshot) => snapshot.context)
  const isSaving = useSelector(chart, (snapshot) => snapshot.matches('saving'))
  const { phone, voucherNames } = demandedDetails(checkout)

  const draft = draftOf('delivery_address')
  const form = useStepForm(
    detailsSchema({ mode, selectedId, phone, voucherNames }),
    (details) => chart.send({ type: 'details.save', details }),
    draft,
  )
  const isWrong = (name: string) => form.field(name).error !== undefined
  const isOnCard = mode === 'typed' && isAsFound && isWhole(chosen) && !lines.some(isWrong)
  const isNameOnCard =
    isOnCard && name.first && name.last && !names.some((field) => draft.has(field) || isWrong(field))
  const reason = `${missingAddress[mode] ?? 'Fill in the details above to continue'}.`

  function showProblems() {
    if (mode === 'choosing') focusFound()
    else if (mode === 'finding') focusFinder()
    else form.props.ref.current?.requestSubmit()
  }

  return (
    <form {...form.props} className={styles.form}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      <div className={styles.part} hidden={mode !== 'typed'}>
        <Shown className={styles.pair} if={mode === 'typed' && !isNameOnCard}>
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
        </Shown>
        {isOnCard && chosen && (
          <AddressCard
            name={isNameOnCard ? `${name.first} ${name.last}` : ''}
            address={foundAddressText(chosen)}
            busy={isSaving}
            onChange={() => chart.send({ type: 'address.enter' })}
          />
        )}
        <Shown className={styles.part} if={mode === 'typed' && !isOnCard}>
          {/* A line that was changed is no longer what was found: the card must not stand for it. */}
          <div onInput={() => isAsFound && chart.send({ type: 'address.enter' })} className={styles.part}>
            <AddressLines
              key={choices}
              form={form}
              found={chosen}
              postcode={wholePostcode(draft.get('text') ?? '')}
            />
          </div>
        </Shown>
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
        wide
        busy={isSaving}
        blockedBecause={form.fits || isSaving ? undefined : reason}
        onBlockedPress={showProblems}
      >
        Continue
      </Button>
    </form>
  )
}

/** Fields that are hidden rather than unmounted; shown, they take the focus if it was lost. */
function Shown({ if: isShown, ...rest }: ComponentProps<'div'> & { if: boolean }) {
  return <div {...rest} hidden={!isShown} ref={isShown ? takeLostFocus : undefined} />
}
