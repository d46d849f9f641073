import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectContext, selectIsBusy } from '#src/checkout/selectors.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

/** Amount and reference of a completed bank payment [BANK-03, BANK-10]. */
export function BankPaid({ actor }: StepProps) {
  const { basket_total, currency } = useCheckout()
  const { bank } = useSelector(actor, selectContext)
  const isCompleting = useSelector(actor, selectIsBusy)
  return (
    <>
      <Notice tone="success" title="Payment successful">
        <p>We have received your payment of {formatMoney(bank?.amount ?? basket_total, currency.symbol)}.</p>
        {bank?.reference && <p>Payment reference: {bank.reference}</p>}
      </Notice>
      <Button busy={isCompleting} onClick={() => actor.send({ type: 'payment.continue' })}>
        Continue
      </Button>
    </>
  )
}
