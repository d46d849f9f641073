import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectContext, selectSubstate } from '#src/checkout/selectors.ts'
import styles from '#src/checkout/steps/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'

/** The last button: it says what is paid, and why it cannot be pressed [PAYM-42, OPEN-10]. */
export function PayButton({ actor }: StepProps) {
  const { basket_total, currency } = useCheckout()
  const substate = useSelector(actor, selectSubstate)
  const { method } = useSelector(actor, selectContext)
  const isFree = basket_total === 0
  const isBusy = method !== 'bank' && payingStates.includes(substate)
  const reason =
    reasons[substate] ?? (method === 'bank' ? 'Taking you to your bank.' : 'Choose how to pay first.')
  const canPay = isFree || (method === 'card' && !reasons[substate])

  return (
    <div className={styles.actions}>
      <Button type="submit" wide busy={isBusy} blockedBecause={canPay ? undefined : reason}>
        {isFree ? 'Claim free tickets' : `Pay ${formatMoney(basket_total, currency.symbol)}`}
      </Button>
      {isBusy && (
        <p className={styles.quiet} ref={announceContent}>
          Confirming your payment. Please keep this page open.
        </p>
      )}
    </div>
  )
}

const payingStates = ['saving_account', 'paying', 'redirecting']

const reasons: Record<string, string> = {
  preparing: 'The card fields are being set up.',
  preparation_failed: 'The card fields could not be set up.',
}
