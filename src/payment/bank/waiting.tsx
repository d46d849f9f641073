import { useSelector } from '@xstate/react'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { SwitchMethod } from './switch-method.tsx'
import waitingStyles from './waiting.module.css'
import { isAskedByHand, offersSwitch, waitingText } from './waiting-text.ts'

/**
 * Waiting panel: a spinner with changing text, what happens now, later the offer of another method and, once polling has
 * ended, "Check again" [BANK-02, BANK-17..23].
 */
export function Waiting({ actor }: StepProps) {
  const polling = useSelector(actor, selectBankPolling)
  const attempts = useSelector(polling, (snapshot) => snapshot?.context.attempts ?? 0)
  const hasGivenUp = useSelector(polling, (snapshot) => snapshot?.matches('given_up') ?? false)
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
        <Spinner>
          <p>{text}</p>
        </Spinner>
      )}
      <section className={waitingStyles.told}>
        <h2>What happens now</h2>
        <ol className={waitingStyles.steps}>
          <li>You approve {amount} at your bank, if you have not yet.</li>
          <li>Your bank confirms the payment to us.</li>
          <li>We email you, and your tickets are yours.</li>
        </ol>
        <p className={styles.quiet}>
          You can close this page: we will email you when the payment is confirmed.
        </p>
      </section>
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

const selectBankPolling = (snapshot: CheckoutSnapshot) => snapshot.children.bankPolling
