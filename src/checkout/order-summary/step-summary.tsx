import { useSelector } from '@xstate/react'
import { firstPayment } from '#src/checkout/rules/first-payment.ts'
import { selectIsPaying } from '#src/checkout/selectors.ts'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useIsEditing } from '#src/checkout/use-is-editing.ts'
import { useLoaded } from '#src/checkout/use-loaded.ts'
import { useSeconds } from '#src/checkout/use-seconds.ts'
import { OrderSummary } from './order-summary.tsx'

/** The order summary of a step, with an "Edit basket" link if it `isEditable` [SUMM-10, SUMM-13]. */
export default function StepSummary({ actor, isEditable }: StepProps & { isEditable: boolean }) {
  const checkout = useCheckout()
  const payment = useLoaded(useSelector(actor, selectPayment))
  const months = useSelector(payment, (snapshot) =>
    snapshot?.context.method === 'plan' ? snapshot.context.plan?.months : undefined,
  )
  return (
    <OrderSummary
      checkout={checkout}
      seconds={useSeconds({ actor })}
      isPaying={useSelector(actor, selectIsPaying)}
      dueToday={months && firstPayment(checkout, months)}
      isEditing={useIsEditing({ actor })}
      editText={checkout.express ? 'Edit basket or add discount code' : 'Edit basket'}
      {...(isEditable && { onEditBasket: () => actor.send({ type: 'basket.edit' }) })}
    />
  )
}

const selectPayment = ({ children }: CheckoutSnapshot) => children.payment
