import type { StepProps } from '#src/checkout/step-props.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Button } from '#src/ui/button.tsx'
import { SwitchMethod } from './switch-method.tsx'

/**
 * Ways on after a bank payment that was cancelled or failed: the payment step with the bank transfer chosen, if it is
 * still offered, or with any method [BANK-04, BANK-06, BANK-15].
 */
export function BankUnpaid({ actor }: StepProps) {
  const { methods } = paymentMethods(useCheckout())
  if (!methods.includes('bank')) return <SwitchMethod actor={actor} />
  return (
    <>
      <Button onClick={() => actor.send({ type: 'bank.retry' })}>Try your bank again</Button>
      <SwitchMethod actor={actor} look="secondary" />
    </>
  )
}
