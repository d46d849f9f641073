import type { StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { CharityCard } from './charity-card.tsx'
import { DonationForm } from './donation-form.tsx'

/** Donation step: an optional donation to a charity [DONA-01..17]. */
export default function DonationStep({ actor }: StepProps) {
  const { charity } = useCheckout()
  return (
    <Step actor={actor} title={charity?.donation_checkout_title || 'Donation'} summary="editable">
      {charity && <CharityCard charity={charity} />}
      <DonationForm actor={actor} />
    </Step>
  )
}
