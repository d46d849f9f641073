import { useSelector } from '@xstate/react'
import { ActionBar } from '#src/checkout/action-bar.tsx'
import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import {
  selectAttempt,
  selectIsChecked,
  selectIsOpen,
  selectIsRedirected,
  selectIsUnsettled,
  selectMethod,
  selectCanSwitch,
  selectState,
  type PaymentProps,
} from './payment-chart.ts'
import { firstPayment, planProblem, usePlan } from './plan/plan-choice.ts'
import { SwitchPayment } from './switch-payment.tsx'
import { UnsettledPayment } from './unsettled-payment.tsx'
import { useIsOnline } from '#src/checkout/use-is-online.ts'

/**
 * Pay button with the total, or the first payment of a plan, and what a press does; while blocked with the reason, while
 * paying with what happens, or that the device is offline [INST-15..18, PAYM-42..45, OPEN-10].
 */
export function PayButton({ chart, onBlockedPress }: PaymentProps & { onBlockedPress: () => void }) {
  const checkout = useCheckout()
  const { basket_total, currency } = checkout
  const { plan } = usePlan(chart)
  const state = useSelector(chart, selectState)
  const method = useSelector(chart, selectMethod)
  const isBusy = useSelector(chart, selectIsOpen)
  const attempt = useSelector(chart, selectAttempt)
  const isChecked = useSelector(attempt, selectIsChecked)
  const isUnsettled = useSelector(attempt, selectIsUnsettled)
  const isRedirected = useSelector(attempt, selectIsRedirected)
  const canSwitch = useSelector(attempt, selectCanSwitch)
  const canPay = useSelector(chart, (snapshot) =>
    snapshot.can({ type: 'payment.pay', method, details: { contactNumber: '', account: null } }),
  )
  const isFree = basket_total === 0
  const price =
    method === 'plan' ? firstPayment(checkout, plan.months) : formatMoney(basket_total, currency.symbol)
  const isOnline = useIsOnline()
  const progress = !isOnline
    ? 'You are offline. Please reconnect, and keep this page open.'
    : method === 'bank' || isRedirected
      ? 'Taking you to your bank.'
      : `${isChecked ? 'We are checking your payment' : 'Confirming your payment'}. Please keep this page open.`
  const problem = method === 'plan' ? planProblem(plan) : undefined
  const isBlocked = !isFree && !isBusy && (!canPay || problem !== undefined)
  const reason = method ? (problem ?? reasons[state]) : 'Choose how to pay first.'

  return (
    <>
      <ActionBar>
        <Button
          type="submit"
          wide
          busy={isBusy}
          ref={isBusy ? takeLostFocus : undefined}
          blockedBecause={isBlocked ? reason : undefined}
          onBlockedPress={onBlockedPress}
        >
          {isFree
            ? 'Claim free tickets'
            : method === 'bank'
              ? `Pay ${price} with your bank`
              : method === 'plan' && price
                ? `Pay ${price} today`
                : `Pay ${price}`.trim()}
        </Button>
        {isBusy && !(isOnline && isUnsettled) && (
          <p className={styles.quiet} key={progress} ref={announceContent}>
            {progress}
          </p>
        )}
      </ActionBar>
      {attempt && (isUnsettled || canSwitch) && (
        <div className={styles.actions}>
          {isUnsettled && <UnsettledPayment attempt={attempt} />}
          {canSwitch && <SwitchPayment attempt={attempt} />}
        </div>
      )}
    </>
  )
}

const reasons: Record<string, string> = {
  recalling: 'Checking your last payment.',
  preparing: 'The card form is loading.',
  preparation_failed: "The card form couldn't be loaded.",
}
