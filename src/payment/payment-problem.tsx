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
  selectFailedMethod,
  selectMessage,
  type PaymentProps,
} from './payment-chart.ts'
import type { PaymentFormFields } from './payment-form-fields.ts'
import styles from './payment-problem.module.css'
import { usePlan } from './plan/plan-choice.ts'

/**
 * Error of the last payment [PAYM-11, PAYM-48]. After a declined one, the words on what the buyer can do now, and on a hold that is
 * running, take the focus; otherwise the error is scrolled into view, because the Pay button is further down. "Use another card" leads
 * to the card fields of the method that failed: a plan stays a plan. After a bank transfer, or a reload, no card is known to have failed.
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
  const failed = useSelector(chart, selectFailedMethod)
  const { change: changePlan } = usePlan(chart)
  if (!message) return null
  const otherWays =
    showsList && !isBankRemoved ? 'Try another card, or another way to pay.' : 'Try another card.'
  const isHeld = Number(seconds) > 0
  const isByCard = !showsList || (failed !== null && failed !== 'bank')
  const otherWay = isByCard ? otherWays : 'Try again, or pay another way.'
  const method = failed === 'plan' && methods.includes('plan') ? 'plan' : 'card'

  function openCardFields() {
    // The fields are hidden until then.
    flushSync(() => {
      if (method === 'plan') changePlan({ card: '' })
      chart.send({ type: 'method.choose', method })
    })
    document.getElementById(form.field('card_number').id)?.focus()
  }

  return (
    <div className={styles.problem} ref={isDeclined ? takeFocus : bringIntoView} key={message} tabIndex={-1}>
      <Notice
        tone="error"
        silent={isDeclined}
        foot={
          isDeclined &&
          isByCard &&
          showsList &&
          methods.includes(method) && (
            <div className={styles.way}>
              <Button onClick={openCardFields}>Use another card</Button>
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
