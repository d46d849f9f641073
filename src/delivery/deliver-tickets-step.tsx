import { useSelector } from '@xstate/react'
import { selectSubstate } from '#src/checkout/selectors.ts'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { config } from '#src/lib/config.ts'
import { linkAddress } from '#src/lib/link-address.ts'
import { isFreeOrder } from '#src/checkout/rules/free-order.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { Button } from '#src/ui/button.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { leaveFocus } from '#src/ui/leave-focus.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { ProgressList } from '#src/ui/progress-list.tsx'
import progressStyles from '#src/ui/progress-list.module.css'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { deliveryProgress } from './delivery-progress.ts'
import styles from '#src/checkout/step-form.module.css'

/** Delivery step: wallet, then email [DELI-01..11]. After a failure the buyer can try again or continue. */
export default function DeliverTicketsStep({ actor }: StepProps) {
  const checkout = useCheckout()
  const delivery = useSelector(actor, selectTicketDelivery)
  const own = useSelector(actor, selectSubstate)
  const inner = useSelector(delivery, (snapshot) => snapshot && statePath(snapshot.value).at(-1))
  const substate = inner ?? own
  const hasFailed = substate === 'delivery_failed'
  useErrorTitle('Payment', hasFailed)
  const canRetry = useSelector(delivery, (snapshot) => snapshot?.can({ type: 'delivery.retry' }) ?? false)
  const stages = deliveryProgress(substate, {
    hasPlan: checkout.payment_plan_remaining,
    isFree: isFreeOrder(checkout),
  })
  const isUnderWay = stages?.every(({ status }) => status !== 'failed')

  return (
    <Step actor={actor} title="Payment" summary="plain">
      <div className={progressStyles.room}>
        {stages ? <ProgressList stages={stages} /> : <Spinner />}
        {substate === 'delivered' ? (
          <p className={styles.quiet}>The next page opens by itself.</p>
        ) : (
          isUnderWay && <p className={styles.quiet}>This usually takes a few seconds.</p>
        )}
      </div>
      {hasFailed && (
        <Notice tone="error">
          <p>
            Your payment is complete, and your order is safe. We will keep trying to deliver your tickets.
          </p>
          <p>Delivery failed. Please contact support, Error code: 2961</p>
          {linkAddress(config.supportUrl) && (
            <p>
              <a href={config.supportUrl}>Contact support</a>
            </p>
          )}
        </Notice>
      )}
      {substate === 'email_failed' && (
        <Notice tone="warning">
          Your tickets are in your wallet. We just haven't emailed you a copy yet.
        </Notice>
      )}
      {canRetry && (
        <div className={styles.actions} ref={leaveFocus}>
          <Button wide ref={takeLostFocus} onClick={() => delivery?.send({ type: 'delivery.retry' })}>
            Try again
          </Button>
          <Button look="secondary" wide onClick={() => delivery?.send({ type: 'delivery.continue' })}>
            Continue without waiting
          </Button>
        </div>
      )}
    </Step>
  )
}

const selectTicketDelivery = (snapshot: CheckoutSnapshot) => snapshot.children.ticketDelivery
