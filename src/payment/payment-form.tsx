import { useSelector } from '@xstate/react'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import styles from '#src/checkout/step-form.module.css'
import type { StepProps } from '#src/checkout/step-props.ts'
import { useCheckout, useUser } from '#src/checkout/use-checkout.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { AccountBlock } from './account-block.tsx'
import { ContactNumber } from './contact-number.tsx'
import { ExpressNotice } from './express-notice.tsx'
import { ExpressPreferences } from './express-preferences.tsx'
import { LastLook } from './last-look/last-look.tsx'
import { SaleTerms } from './last-look/sale-terms.tsx'
import { PayButton } from './pay-button.tsx'
import { selectIsOpen, selectMethod, type PaymentProps } from './payment-chart.ts'
import { paymentDetails, paymentSchema } from './payment-details.ts'
import { PaymentMethodChoice } from './payment-method-choice.tsx'
import { PaymentProblem } from './payment-problem.tsx'
import { WalletButtons } from './wallet/wallet-buttons.tsx'

/**
 * Payment form. Stays mounted from preparing to paying, so that its values survive a declined card; while paying, nothing of
 * it can be changed. For free tickets it asks an unknown buyer for the account only (OPEN-18).
 */
export function PaymentForm({ actor, chart }: StepProps & PaymentProps) {
  const checkout = useCheckout()
  const user = useUser()
  const method = useSelector(chart, selectMethod)
  const isPaying = useSelector(chart, selectIsOpen)
  const form = useStepForm(
    paymentSchema,
    (values) => chart.send({ type: 'payment.pay', method, details: paymentDetails(values, checkout) }),
    draftOf('payment'),
  )
  const isFree = checkout.basket_total === 0
  const asksAccount = checkout.express || isFree
  const demanded = demandedDetails(checkout)
  const wallets = !isFree && <WalletButtons chart={chart} form={form} />
  // A wallet tells who its owner is, but neither where to post to nor whom a gift voucher is for.
  const isWalletFirst = checkout.express && !demanded.address

  /** Answers a press of Pay while something is missing: the first method takes the focus, or the problems of a plan are listed. */
  function showMissing() {
    if (method === 'plan') form.props.ref.current?.requestSubmit()
    if (!method) form.props.ref.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
  }

  return (
    <form {...form.props} className={styles.form} data-dense>
      <div className={styles.form} data-dense inert={isPaying}>
        <ErrorSummary key={form.attempt} problems={form.problems} />
        <PaymentProblem actor={actor} chart={chart} form={form} />
        <LastLook actor={actor} />
        {isWalletFirst && wallets}
        {asksAccount && <AccountBlock form={form} checkout={checkout} user={user} />}
        {!asksAccount && demanded.phone && method !== 'plan' && (
          <ContactNumber form={form} known={checkout.contact_number} />
        )}
        {!isWalletFirst && wallets}
        {!isFree && <PaymentMethodChoice chart={chart} form={form} />}
        {asksAccount && <ExpressPreferences preferences={checkout.marketing_preferences} />}
        {checkout.express && <ExpressNotice />}
        <SaleTerms />
      </div>
      <PayButton chart={chart} onBlockedPress={showMissing} />
    </form>
  )
}
