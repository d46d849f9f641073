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
  return (
    <section className={styles.look} aria-label="Before you pay">
      <dl className={styles.rows}>
        {byEventDate(checkout.tickets).map(([first, ...others]) => (
          <Row key={`${first.event_id} ${first.date_id}`} name={first.event_name}>
            {first.nice_date}
            <SeatList lines={[first, ...others]} />
          </Row>
        ))}
        {checkout.gift_vouchers.map((line) => (
          <Row key={`${line.id} ${line.value}`} name={line.name}>
            {line.qty} × {formatMoney(line.value, checkout.currency.symbol)}
          </Row>
        ))}
        <Row
          name="Sent to"
          change={<Change actor={actor} event={{ type: 'account.change' }} what="email address" />}
        >
          {email}
        </Row>
        <Row
          name="By post to"
          change={<Change actor={actor} event={{ type: 'address.change' }} what="postal address" />}
        >
          {checkout.posted_to}
        </Row>
      </dl>
      <EditBasket
        text={
          <>
            Change<span className="visually-hidden"> your order</span>
          </>
        }
        isBusy={isEditing}
        onConfirm={() => actor.send({ type: 'basket.edit' })}
      />
    </section>
  )
}

function Row({ name, change, children }: { name: string; change?: ReactNode; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {children}
        {change}
      </dd>
    </div>
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
