import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectContext, selectSubstate } from '#src/checkout/selectors.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { paymentMethods } from '#src/rules/payment-methods.ts'
import { Button } from '#src/ui/button.tsx'
import { CardForm } from './card-form.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { MethodList, type ListedMethod } from './method-list.tsx'
import type { PaymentFormFields } from './payment-form-fields.ts'

/**
 * How to pay: the list of methods where there is a choice [PAYM-41], and the card fields. These stay mounted while
 * another method is tried, so that a typed card is not lost.
 */
export function PaymentMethodChoice({ actor, form }: StepProps & { form: PaymentFormFields }) {
  const checkout = useCheckout()
  const substate = useSelector(actor, selectSubstate)
  const { method, isBankRemoved } = useSelector(actor, selectContext)
  const canChooseCard = useSelector(actor, (snapshot) =>
    snapshot.can({ type: 'method.choose', method: 'card' }),
  )
  const canChooseBank = useSelector(actor, (snapshot) =>
    snapshot.can({ type: 'method.choose', method: 'bank' }),
  )
  const { methods, showsList } = paymentMethods(checkout)
  const listed = methods.filter(
    (one): one is ListedMethod => isListed(one) && !(one === 'bank' && isBankRemoved),
  )

  return (
    <>
      {showsList && (
        <MethodList
          methods={listed}
          chosen={method}
          busy={method === 'bank' && bankStates.includes(substate) ? 'bank' : null}
          canChoose={(one) => (one === 'bank' ? canChooseBank : canChooseCard)}
          onChoose={(one) => actor.send({ type: 'method.choose', method: one })}
        />
      )}
      {substate === 'preparing' && <CardSkeleton />}
      {substate === 'preparation_failed' && (
        <Button look="secondary" onClick={() => actor.send({ type: 'payment.retry' })}>
          Try again
        </Button>
      )}
      {listed.includes('card') && preparedStates.includes(substate) && (
        <div hidden={method !== 'card'}>
          <CardForm form={form} />
        </div>
      )}
    </>
  )
}

const bankStates = ['creating_bank_payment', 'redirecting']
const preparedStates = ['choosing', 'saving_account', 'paying', ...bankStates]

const isListed = (method: string) => method === 'bank' || method === 'card'
