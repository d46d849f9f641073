import { useSelector } from '@xstate/react'
import EditBasket from '#src/checkout/order-summary/edit-basket.tsx'
import { selectSaleRelease } from '#src/checkout/selectors.ts'
import styles from '#src/checkout/step-form.module.css'
import type { StepProps } from '#src/checkout/step-props.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { isWebAddress } from '#src/lib/web-address.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

/**
 * Notice that the organiser has no payment provider [PAYM-52, PAYM-53], with what the buyer can do: ask the organiser, or
 * edit the basket.
 */
export function PaymentUnavailable({ actor }: StepProps) {
  const [organiser] = useCheckout().organisers
  const release = useSelector(actor, selectSaleRelease)
  const isEditing = useSelector(release, (snapshot) => snapshot?.matches('destroying') ?? false)
  const name = organiser?.name ?? ''
  return (
    <>
      <Notice tone="warning">
        {`We currently are unable to take payments for this basket as the payment integration has not yet been configured by ${name}.`}
      </Notice>
      <p>
        You have not been charged. Ask the organiser how to buy these tickets, or take them out of your basket
        to buy the others.
      </p>
      <div className={styles.actions}>
        {organiser && isWebAddress(organiser.full_url) && (
          <ButtonLink look="secondary" href={organiser.full_url}>{`Contact ${name}`}</ButtonLink>
        )}
        <EditBasket
          text="Edit basket"
          isBusy={isEditing}
          onConfirm={() => actor.send({ type: 'basket.edit' })}
        />
      </div>
    </>
  )
}
