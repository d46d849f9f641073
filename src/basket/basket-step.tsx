import { useSelector } from '@xstate/react'
import { selectBasket } from '#src/checkout/selectors.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { BasketNotices } from './basket-notices.tsx'
import { InPlaceOfLines } from './lazy-in-place-of-lines.ts'
import { FilledBasket } from './filled-basket.tsx'

/** Basket step [BASK-01]. */
export default function BasketStep({ actor }: StepProps) {
  const checkout = useCheckout()
  const chart = useSelector(actor, selectBasket)
  const isEmpty = checkout.tickets.length + checkout.gift_vouchers.length === 0
  return (
    <Step actor={actor} title="Basket" summary="none">
      <BasketNotices actor={actor} chart={chart} checkout={checkout} isEmpty={isEmpty} />
      {isEmpty ? (
        <InPlaceOfLines chart={chart} organisers={checkout.organisers} />
      ) : (
        <FilledBasket chart={chart} checkout={checkout} />
      )}
    </Step>
  )
}
