import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectDeliveryAddress } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { DeliveryAddressView } from './delivery-address-view.tsx'

/** Where deliverable items and gift vouchers go: the view that the delivery address chart stands on [ADDR-01]. */
export default function DeliveryAddressStep({ actor }: StepProps) {
  const chart = useSelector(actor, selectDeliveryAddress)
  return (
    <Step actor={actor} title="Delivery Address" summary="editable">
      {chart && <DeliveryAddressView chart={chart} />}
    </Step>
  )
}
