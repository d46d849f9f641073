import styles from '#src/checkout/step-form.module.css'
import type { StepProps } from '#src/checkout/step-props.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useSeconds } from '#src/checkout/use-seconds.ts'
import { Button } from '#src/ui/button.tsx'
import { SwitchMethod } from './switch-method.tsx'

/**
 * Offers the bank again, if bank transfer is still offered, or another method, after a bank payment that was cancelled or failed
 * [BANK-04, BANK-06, BANK-15]. While a hold is running, says so.
 */
export function BankUnpaid({ actor }: StepProps) {
  const isHeld = Number(useSeconds({ actor })) > 0
  const canRetry = paymentMethods(useCheckout()).methods.includes('bank')
  return (
    <>
      {isHeld && <p>Your tickets are still held for you.</p>}
      <div className={styles.actions}>
        {canRetry && (
          <Button wide onClick={() => actor.send({ type: 'bank.retry' })}>
            Try your bank again
          </Button>
        )}
        <SwitchMethod actor={actor} look={canRetry ? 'secondary' : 'primary'} />
      </div>
    </>
  )
}
