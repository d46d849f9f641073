import { useSelector } from '@xstate/react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Notice } from '#src/ui/notice.tsx'
import { selectIsBankRemoved, selectIsDeclined, selectMessage, type PaymentProps } from './payment-chart.ts'
import styles from './payment-problem.module.css'

/**
 * Error of the last payment [PAYM-11, PAYM-48]. After a declined one, the words on what the buyer can do now take the
 * focus; otherwise the error is scrolled into view, because the Pay button is further down.
 */
export function PaymentProblem({ chart }: PaymentProps) {
  const { showsList } = paymentMethods(useCheckout())
  const message = useSelector(chart, selectMessage)
  const isDeclined = useSelector(chart, selectIsDeclined)
  const isBankRemoved = useSelector(chart, selectIsBankRemoved)
  if (!message) return null
  const otherWay =
    showsList && !isBankRemoved ? 'Try another card, or another way to pay.' : 'Try another card.'
  return (
    <div className={styles.problem} ref={isDeclined ? takeFocus : bringIntoView} key={message} tabIndex={-1}>
      <Notice tone="error">
        <p>{message}</p>
        {isDeclined && <p>You have not been charged. {otherWay}</p>}
      </Notice>
    </div>
  )
}

function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
