import { useSelector } from '@xstate/react'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useLoaded } from '#src/checkout/use-loaded.ts'
import { formatMoney } from '#src/lib/money.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { ProgressList, type Stage } from '#src/ui/progress-list.tsx'
import { SwitchMethod } from './switch-method.tsx'
import waitingStyles from './waiting.module.css'
import { isAskedByHand, offersSwitch, waitingText } from './waiting-text.ts'

/**
 * Waiting panel: changing text, what happens now with a spinner, later the offer of another method and, once polling has
 * ended, "Check again" [BANK-02, BANK-17..23].
 */
export function Waiting({ actor }: StepProps) {
  const polling = useLoaded(useSelector(actor, selectBankPolling))
  const attempts = useSelector(polling, (snapshot) => snapshot?.context.attempts ?? 0)
  const hasGivenUp = useSelector(polling, (snapshot) => snapshot?.matches('given_up') ?? false)
  // Whether the buyer has something left to approve is not known before the first call has ended.
  const hasAsked = useSelector(
    polling,
    (snapshot) => !!snapshot && (snapshot.context.attempts > 1 || snapshot.matches('waiting')),
  )
  const text = waitingText(attempts, hasGivenUp)
  const isByHand = isAskedByHand(attempts, hasGivenUp)
  const { basket_total, currency } = useCheckout()
  // A visitor whose session is lost has an empty checkout.
  const amount = basket_total > 0 ? formatMoney(basket_total, currency.symbol) : 'the payment'

  return (
    <>
      {isByHand ? (
        <Notice tone="warning">{text}</Notice>
      ) : (
        <div className={waitingStyles.text} role="status" aria-atomic={false}>
          <span className="visually-hidden">Loading</span>
          <p>{text}</p>
        </div>
      )}
      <ProgressList stages={stages(amount, hasAsked, !isByHand)} />
      <p className={styles.quiet}>
        You can close this page: we will email you when the payment is confirmed.
      </p>
      {(isByHand || offersSwitch(attempts)) && (
        <div className={styles.actions}>
          {isByHand && (
            <Button busy={!hasGivenUp} onClick={() => polling?.send({ type: 'status.check' })}>
              Check again
            </Button>
          )}
          <SwitchMethod actor={actor} look="secondary" />
        </div>
      )}
    </>
  )
}

function stages(amount: string, hasAsked: boolean, isAsking: boolean): Stage[] {
  return [
    {
      text: hasAsked
        ? `Approve ${amount} at your bank, if you haven't already`
        : 'Checking your payment with your bank',
      status: isAsking ? 'current' : 'waiting',
    },
    { text: 'Your bank confirms the payment to us', status: 'waiting' },
    { text: 'We email you, and your tickets are yours', status: 'waiting' },
  ]
}

const selectBankPolling = (snapshot: CheckoutSnapshot) => snapshot.children.bankPolling
