import { useSelector } from '@xstate/react'
import { selectIsPaying } from '#src/checkout/selectors.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useIsEditing } from '#src/checkout/use-is-editing.ts'
import { useSeconds } from '#src/checkout/use-seconds.ts'
import { OrderSummary } from './order-summary.tsx'

/** The order summary of a step, with an "Edit basket" link if it `isEditable`, and what is `dueToday` of the total [SUMM-10, SUMM-13]. */
export default function StepSummary({
  actor,
  isEditable,
  dueToday,
}: StepProps & { isEditable: boolean; dueToday?: string | undefined }) {
  const checkout = useCheckout()
  return (
    <OrderSummary
      checkout={checkout}
      seconds={useSeconds({ actor })}
      isPaying={useSelector(actor, selectIsPaying)}
      dueToday={dueToday}
      isEditing={useIsEditing({ actor })}
      editText={checkout.express ? 'Edit basket or add discount code' : 'Edit basket'}
      {...(isEditable && { onEditBasket: () => actor.send({ type: 'basket.edit' }) })}
    />
  )
}
