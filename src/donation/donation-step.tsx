import { useSelector } from '@xstate/react'
import { selectMessage } from '#src/checkout/selectors.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { CharityCard } from './charity-card.tsx'
import { DonationForm } from './donation-form.tsx'

/** Donation step: an optional donation to a charity [DONA-01..17]. */
export default function DonationStep({ actor }: StepProps) {
  const { charity } = useCheckout()
  const message = useSelector(actor, selectMessage)
  const title = charity?.donation_checkout_title || 'Donation'
  useErrorTitle(title, message !== '')
  return (
    <Step actor={actor} title={title} summary="editable">
      {charity && <CharityCard charity={charity} />}
      <DonationForm actor={actor} message={message} />
    </Step>
  )
}
