import { useSelector } from '@xstate/react'
import styles from '#src/checkout/steps/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import { selectMethod, selectState, type PaymentProps } from './payment-chart.ts'

/** Pay button with the total and, while blocked, the reason [PAYM-42, OPEN-10]. */
export function PayButton({ chart }: PaymentProps) {
  const { basket_total, currency } = useCheckout()
  const state = useSelector(chart, selectState)
  const method = useSelector(chart, selectMethod)
  const isFree = basket_total === 0
  const isBusy = method !== 'bank' && payingStates.includes(state)
  const reason =
    reasons[state] ?? (method === 'bank' ? 'Taking you to your bank.' : 'Choose how to pay first.')
  const canPay = isFree || (method === 'card' && !reasons[state])

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
  preparing: 'The card form is loading.',
  preparation_failed: "The card form couldn't be loaded.",
}
