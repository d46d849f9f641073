import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectSubstate } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { ClaimFreeTickets } from './claim-free-tickets.tsx'
import { PaymentForm } from './payment-form.tsx'
import { paymentTitle } from './payment-title.ts'
import { PaymentUnavailable } from './payment-unavailable.tsx'

/** Paying by card or bank transfer, or claiming free tickets [PAYM-01..63]. */
export default function PaymentStep({ actor }: StepProps) {
  const checkout = useCheckout()
  const substate = useSelector(actor, selectSubstate)
  const canEdit = useSelector(actor, (snapshot) => snapshot.can({ type: 'basket.edit' }))
  const title = paymentTitle({
    isFree: checkout.basket_total === 0,
    isPaying: payingStates.includes(substate),
    isExpress: checkout.express,
  })
  return (
    <Step actor={actor} title={title} summary={canEdit ? 'editable' : 'plain'}>
      {claimingStates.includes(substate) ? (
        <ClaimFreeTickets actor={actor} />
      ) : substate === 'unavailable' ? (
        <PaymentUnavailable organiser={checkout.organisers[0]?.name ?? ''} />
      ) : (
        <PaymentForm actor={actor} />
      )}
    </Step>
  )
}

const claimingStates = ['claiming', 'claim_failed']
const payingStates = ['saving_account', 'paying', 'creating_bank_payment', 'redirecting']
