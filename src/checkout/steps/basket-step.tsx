import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/checkout-actor.ts'
import { selectIsBusy } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { Button } from '#src/ui/button.tsx'

/** What the buyer wants, before it is reserved [BASK-01]. */
export default function BasketStep({ actor }: StepProps) {
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <Step actor={actor} title="Basket" summary="plain">
      <Button busy={isBusy} onClick={() => actor.send({ type: 'basket.reserve' })}>
        Reserve Basket
      </Button>
    </Step>
  )
}
