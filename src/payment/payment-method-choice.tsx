import { useSelector } from '@xstate/react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Button } from '#src/ui/button.tsx'
import { leaveFocus } from '#src/ui/leave-focus.ts'
import { Notice } from '#src/ui/notice.tsx'
import { CardForm } from './card/card-form.tsx'
import { CardSkeleton } from './card/card-skeleton.tsx'
import { MethodList, type ListedMethod } from './method-list.tsx'
import {
  selectIsBankRemoved,
  selectIsPrepared,
  selectMethod,
  selectState,
  type PaymentProps,
} from './payment-chart.ts'
import type { PaymentFormFields } from './payment-form-fields.ts'
import { usePlan } from './plan/plan-choice.ts'
import { ChosenPlan } from './plan/chosen-plan.tsx'
import { PlanConsent } from './plan/plan-consent.tsx'
import { PlanDetails } from './plan/plan-details.tsx'
import { PlanMonths } from './plan/plan-months.tsx'
import { SquareForm } from './square/square-form.tsx'
import styles from './payment-method-choice.module.css'

/**
 * List of methods, if there is a choice [PAYM-41], the payment plan if that is chosen, and card fields. What is left to choose of a
 * method continues its row; the payments of a plan and what it asks for stand below. The card fields stay mounted while another method
 * is tried, so that a typed card is kept.
 */
export function PaymentMethodChoice({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const checkout = useCheckout()
  const state = useSelector(chart, selectState)
  const chosen = useSelector(chart, selectMethod)
  const isPrepared = useSelector(chart, selectIsPrepared)
  const isBankRemoved = useSelector(chart, selectIsBankRemoved)
  const canChoose = useSelector(chart, (snapshot) => snapshot.can({ type: 'method.choose', method: 'card' }))
  const { plan } = usePlan(chart)
  const { methods, preselected, showsList } = paymentMethods(checkout)
  const method = chosen === 'wallet' ? preselected : chosen
  const isPlan = method === 'plan'
  const needsCard = isPlan ? plan.months !== '' && plan.card === '' : method !== null && method !== 'bank'
  const listed = methods.filter(
    (one): one is ListedMethod => isListed(one) && !(one === 'bank' && isBankRemoved),
  )
  const isOpen = showsList && (isPlan || (needsCard && !listed.includes('plan')))

  return (
    <div className={styles.methods} data-open={isOpen || undefined}>
      <input type="hidden" name="method" value={method ?? ''} />
      {showsList && (
        <MethodList
          checkout={checkout}
          methods={listed}
          chosen={method}
          isBlocked={!canChoose}
          isOpen={isOpen}
          onChoose={(one) => chart.send({ type: 'method.choose', method: one })}
        />
      )}
      {isPlan && (
        <>
          <div className={styles.inside}>
            <PlanMonths chart={chart} form={form} />
          </div>
          <ChosenPlan chart={chart} />
        </>
      )}
      <div className={isPlan ? styles.details : styles.inside} hidden={isPlan && plan.months === ''}>
        {checkout.express && !showsList && needsCard && <h2>Your card</h2>}
        {isPlan && <PlanDetails chart={chart} form={form} />}
        {loadingStates.includes(state) && needsCard && (
          <CardSkeleton provider={method === 'square' ? 'Square' : 'Stripe'} />
        )}
        {state === 'preparation_failed' && (
          <>
            <Notice tone="error">We couldn't load the card form. Please try again.</Notice>
            <Button look="secondary" ref={leaveFocus} onClick={() => chart.send({ type: 'payment.retry' })}>
              Try again
            </Button>
          </>
        )}
        {method === 'square' && isPrepared && <SquareForm chart={chart} />}
        {listed.includes('card') && isPrepared && (
          // Below the list, where the bar at the bottom of a phone would cover it.
          <div hidden={!needsCard} ref={chosen === 'card' && showsList ? bringIntoView : undefined}>
            <CardForm chart={chart} form={form} />
          </div>
        )}
        {isPlan && <PlanConsent chart={chart} />}
      </div>
    </div>
  )
}

/** States in which the card form will come. */
const loadingStates = ['recalling', 'preparing']

const isListed = (method: string) => ['bank', 'card', 'plan'].includes(method)
