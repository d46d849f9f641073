import { useSelector } from '@xstate/react'
import { flushSync } from 'react-dom'
import type { StepProps } from '#src/checkout/step-props.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useSeconds } from '#src/checkout/use-seconds.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import {
  selectIsBankRemoved,
  selectIsDeclined,
  selectMessage,
  selectMethod,
  type PaymentProps,
} from './payment-chart.ts'
import type { PaymentFormFields } from './payment-form-fields.ts'
import styles from './payment-problem.module.css'

/**
 * Error of the last payment [PAYM-11, PAYM-48]. After a declined one, the words on what the buyer can do now, and on a hold that is
 * running, take the focus; otherwise the error is scrolled into view, because the Pay button is further down. As a decline takes the
 * choice of the method back, "Use another card" chooses the card again.
 */
export function PaymentProblem({
  actor,
  chart,
  form,
}: StepProps & PaymentProps & { form: PaymentFormFields }) {
  const { methods, showsList } = paymentMethods(useCheckout())
  const seconds = useSeconds({ actor })
  const message = useSelector(chart, selectMessage)
  const isDeclined = useSelector(chart, selectIsDeclined)
  const isBankRemoved = useSelector(chart, selectIsBankRemoved)
  const isBank = useSelector(chart, selectMethod) === 'bank'
  if (!message) return null
  const otherWays =
    showsList && !isBankRemoved ? 'Try another card, or another way to pay.' : 'Try another card.'
  const isHeld = Number(seconds) > 0
  const otherWay = isBank ? 'Try again, or pay another way.' : otherWays

  function chooseCard() {
    // The fields are hidden until then.
    flushSync(() => chart.send({ type: 'method.choose', method: 'card' }))
    document.getElementById(form.field('card_number').id)?.focus()
  }

  return (
    <div className={styles.problem} ref={isDeclined ? takeFocus : bringIntoView} key={message} tabIndex={-1}>
      <Notice
        tone="error"
        silent={isDeclined}
        foot={
          isDeclined &&
          showsList &&
          methods.includes('card') && (
            <div className={styles.way}>
              <Button onClick={chooseCard}>Use another card</Button>
            </div>
          )
        }
      >
        <p>{message}</p>
        {isDeclined && (
          <p>
            You have not been charged. {isHeld && 'Your tickets are still held for you. '}
            {otherWay}
          </p>
        )}
      </Notice>
    </div>
  )
}

function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
