import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import EditBasket from '#src/checkout/order-summary/edit-basket.tsx'
import { byEventDate } from '#src/checkout/rules/order-groups.ts'
import { selectIsPaying, selectSaleRelease } from '#src/checkout/selectors.ts'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { useBuyerEmail, useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import { SeatList } from './seat-list.tsx'
import styles from './last-look.module.css'

/**
 * A last look before paying, as far as the replies tell: what, when, and to whom it goes. Tickets are changed by "Edit basket",
 * which asks first; email and postal address in their steps. What else a buyer must know is over the Pay button: see `SaleTerms`.
 */
export function LastLook({ actor }: StepProps) {
  const checkout = useCheckout()
  const knownEmail = useBuyerEmail()
  const release = useSelector(actor, selectSaleRelease)
  const isEditing = useSelector(release, (snapshot) => snapshot?.matches('destroying') ?? false)
  // Express checkout asks for the email below.
  const email = checkout.express ? '' : knownEmail
  const bought = [
    ...byEventDate(checkout.tickets).map(([first, ...others]) => ({
      key: `${first.event_id} ${first.date_id}`,
      name: first.event_name,
      value: (
        <>
          {first.nice_date}
          <SeatList lines={[first, ...others]} />
        </>
      ),
    })),
    ...checkout.gift_vouchers.map(({ id, name, qty, value }) => ({
      key: `${id} ${value}`,
      name,
      value: `${qty} × ${formatMoney(value, checkout.currency.symbol)}`,
    })),
  ]
  const changeOrder = (
    <EditBasket
      text={
        <>
          Change<span className="visually-hidden"> your order</span>
        </>
      }
      isBusy={isEditing}
      onConfirm={() => actor.send({ type: 'basket.edit' })}
    />
  )
  return (
    <section className={styles.look} aria-label="Before you pay">
      <dl>
        {bought.map(({ key, name, value }, index) => (
          <Row key={key} name={name} change={index === 0 && changeOrder}>
            {value}
          </Row>
        ))}
        <Row
          name="Sent to"
          change={<Change actor={actor} event={{ type: 'account.change' }} what="email address" />}
        >
          {email && breakAtSign(email)}
        </Row>
        <Row
          name="By post to"
          change={<Change actor={actor} event={{ type: 'address.change' }} what="postal address" />}
        >
          {checkout.posted_to}
        </Row>
      </dl>
    </section>
  )
}

function Row({ name, change, children }: { name: string; change?: ReactNode; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change && <dd className={styles.change}>{change}</dd>}
    </div>
  )
}

/** Lets a long email address wrap before its "@" rather than anywhere. */
function breakAtSign(email: string) {
  const [name, domain = ''] = email.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  )
}

/** Goes back to the step in which this was given. */
function Change({ actor, event, what }: StepProps & { event: CheckoutEvent; what: string }) {
  const canChange = useSelector(actor, (snapshot) => snapshot.can(event))
  const isPaying = useSelector(actor, selectIsPaying)
  if (!canChange && !isPaying) return null
  return (
    <LinkButton busy={!canChange} onClick={() => actor.send(event)}>
      Change<span className="visually-hidden"> {what}</span>
    </LinkButton>
  )
}
