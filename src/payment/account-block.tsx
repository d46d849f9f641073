import { VoucherNames } from '#src/address/voucher-names.tsx'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { User } from '#src/checkout/schemas/user.ts'
import styles from '#src/checkout/step-form.module.css'
import { Field } from '#src/ui/field.tsx'
import { ContactNumber } from './contact-number.tsx'
import { FullAddress } from './full-address.tsx'
import type { PaymentFormFields } from './payment-form-fields.ts'

/**
 * The buyer's details in express checkout [PAYM-10, PAYM-20..24]: name, email, contact number if required (OPEN-14), and
 * the full address for deliveries and gift vouchers or else the postcode for the card (OPEN-77), and the names on gift vouchers
 * [ADDR-24, ADDR-25].
 */
export function AccountBlock({
  form,
  checkout,
  user,
}: {
  form: PaymentFormFields
  checkout: Checkout
  user: User | null
}) {
  const demanded = demandedDetails(checkout)
  return (
    <section className={styles.part} aria-labelledby="account-heading">
      <h2 id="account-heading">Your details</h2>
      <Field
        {...form.field('full_name')}
        label="Full name"
        placeholder="Type your full name"
        autoComplete="name"
        defaultValue={user?.full_name}
      />
      <Field
        {...form.field('email')}
        label="Email address"
        placeholder="Type your email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        defaultValue={user?.email || checkout.init_guest_email}
      />
      {demanded.phone && <ContactNumber form={form} known={checkout.contact_number} />}
      {demanded.address ? (
        <FullAddress form={form} />
      ) : (
        checkout.basket_total > 0 && (
          <Field
            {...form.field('postcode')}
            label="Postcode or zip code"
            look="short"
            autoComplete="billing postal-code"
          />
        )
      )}
      {demanded.voucherNames && <VoucherNames form={form} from={user?.full_name} />}
    </section>
  )
}
