import { useSelector } from '@xstate/react'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useLoaded } from '#src/checkout/use-loaded.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { DeliveryAddressView } from './delivery-address-view.tsx'

/** Delivery address step: the view for the state of the delivery address chart [ADDR-01]. */
export default function DeliveryAddressStep({ actor }: StepProps) {
  const chart = useLoaded(useSelector(actor, selectDeliveryAddress))
  return (
    <Step actor={actor} title="Delivery Address" summary="editable">
      {chart ? <DeliveryAddressView chart={chart} /> : <Spinner />}
    </Step>
  )
}

const selectDeliveryAddress = (snapshot: CheckoutSnapshot) => snapshot.children.deliveryAddress
