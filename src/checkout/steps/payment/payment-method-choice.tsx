import { useSelector } from '@xstate/react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { paymentMethods } from '#src/rules/payment-methods.ts'
import { Button } from '#src/ui/button.tsx'
import { CardForm } from './card-form.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { MethodList, type ListedMethod } from './method-list.tsx'
import { selectIsBankRemoved, selectMethod, selectState, type PaymentProps } from './payment-chart.ts'
import type { PaymentFormFields } from './payment-form-fields.ts'

/**
 * List of methods, if there is a choice [PAYM-41], and card fields. The fields stay mounted while another method is
 * tried, so that a typed card is kept.
 */
export function PaymentMethodChoice({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const checkout = useCheckout()
  const state = useSelector(chart, selectState)
  const method = useSelector(chart, selectMethod)
  const isBankRemoved = useSelector(chart, selectIsBankRemoved)
  const canChooseCard = useSelector(chart, (snapshot) =>
    snapshot.can({ type: 'method.choose', method: 'card' }),
  )
  const canChooseBank = useSelector(chart, (snapshot) =>
    snapshot.can({ type: 'payment.pay', method: 'bank', details: nothingTyped }),
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
          busy={method === 'bank' && bankStates.includes(state) ? 'bank' : null}
          canChoose={(one) => (one === 'bank' ? canChooseBank : canChooseCard)}
          onChoose={(one) =>
            one === 'bank'
              ? form.submitWith({ method: 'bank' })
              : chart.send({ type: 'method.choose', method: one })
          }
        />
      )}
      {state === 'preparing' && <CardSkeleton />}
      {state === 'preparation_failed' && (
        <Button look="secondary" onClick={() => chart.send({ type: 'payment.retry' })}>
          Try again
        </Button>
      )}
      {listed.includes('card') && preparedStates.includes(state) && (
        <div hidden={method !== 'card'}>
          <CardForm form={form} />
        </div>
      )}
    </>
  )
}

const nothingTyped = { contactNumber: '', account: null }
const bankStates = ['creating_bank_payment', 'redirecting']
const preparedStates = ['choosing', 'saving_account', 'paying', ...bankStates]

const isListed = (method: string) => method === 'bank' || method === 'card'
