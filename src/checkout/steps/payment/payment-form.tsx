import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectMessage } from '#src/checkout/selectors.ts'
import styles from '#src/checkout/steps/step-form.module.css'
import { useCheckout, useUser } from '#src/checkout/use-checkout.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { AccountBlock } from './account-block.tsx'
import { ContactNumber } from './contact-number.tsx'
import { ExpressNotice } from './express-notice.tsx'
import { ExpressPreferences } from './express-preferences.tsx'
import { PayButton } from './pay-button.tsx'
import { paymentDetails, paymentSchema } from './payment-details.ts'
import { PaymentMethodChoice } from './payment-method-choice.tsx'
import { PaymentProblem } from './payment-problem.tsx'

/**
 * Everything that the buyer fills in to pay. One form, mounted from preparing to paying, so that what was typed
 * survives a refused card. Free tickets of an unknown buyer ask for the account alone (OPEN-18).
 */
export function PaymentForm({ actor }: StepProps) {
  const checkout = useCheckout()
  const user = useUser()
  const message = useSelector(actor, selectMessage)
  const form = useStepForm(paymentSchema, (values) =>
    actor.send({ type: 'payment.pay', details: paymentDetails(values, checkout) }),
  )
  const isFree = checkout.basket_total === 0
  const asksAccount = checkout.express || isFree

  return (
    <form {...form.props} className={styles.form}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      {message && <PaymentProblem message={message} />}
      {checkout.express && <ExpressNotice />}
      {asksAccount && <AccountBlock form={form} checkout={checkout} user={user} />}
      {!asksAccount && checkout.has_require_phone_number && (
        <ContactNumber form={form} known={checkout.contact_number} />
      )}
      {asksAccount && <ExpressPreferences preferences={checkout.marketing_preferences} />}
      {!isFree && <PaymentMethodChoice actor={actor} form={form} />}
      <PayButton actor={actor} />
    </form>
  )
}
