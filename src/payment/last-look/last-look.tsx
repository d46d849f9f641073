import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { byEventDate, type TicketGroup } from '#src/checkout/rules/order-groups.ts'
import { whenAndWhere } from '#src/checkout/rules/when-and-where.ts'
import { selectIsPaying } from '#src/checkout/selectors.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { CheckoutEvent } from '#machines/checkout.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { useBuyerEmail, useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { plural } from '#src/lib/plural.ts'
import { EmailAddress } from '#src/ui/email-address.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { SeatList } from './seat-list.tsx'
import styles from './last-look.module.css'

/**
 * A last look before paying, as far as the replies tell: what, when, and to whom it goes; an order of many
 * lines in short, so that the payment methods stay in sight. Tickets are changed by "Edit basket" of the order summary,
 * which asks first; email and postal address in their steps. What else a buyer must know is over the Pay button: see `SaleTerms`.
 */
export function LastLook({ actor }: StepProps) {
  const checkout = useCheckout()
  const knownEmail = useBuyerEmail()
  // Express checkout asks for the email below.
  const email = checkout.express ? '' : knownEmail
  const events = byEventDate(checkout.tickets)
  const vouchers = checkout.gift_vouchers
  const hasRestricted = checkout.tickets.some((line) => line.restricted_seats.length > 0)
  const lines = [
    ...events.map(([first, ...others]) => ({
      key: `${first.event_id} ${first.date_id}`,
      name: first.event_name,
      value: (
        <>
          {whenAndWhere(first, checkout).join(', ')}
          <SeatList lines={[first, ...others]} />
        </>
      ),
    })),
    ...vouchers.map(({ id, name, qty, value }) => ({
      key: `${id} ${value}`,
      name,
      value: `${qty} × ${formatMoney(value, checkout.currency.symbol)}`,
    })),
  ]
  const bought =
    lines.length < 3
      ? lines
      : [{ key: 'order', name: 'Your order', value: <InShort events={events} vouchers={vouchers} /> }]
  return (
    <section className={styles.look} aria-label="Before you pay">
      <dl>
        {bought.map(({ key, name, value }) => (
          <Row key={key} name={name} isBought={key !== 'order'} isRepeated={!hasRestricted}>
            {value}
          </Row>
        ))}
        <Row
          name="Tickets go to"
          change={<Change actor={actor} event={{ type: 'account.change' }} what="email address" />}
        >
          {email && <EmailAddress email={email} />}
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

/** How much is bought, and the seats, which nobody should have to look for. The dates are in the order summary. */
function InShort({ events, vouchers }: { events: TicketGroup[]; vouchers: Checkout['gift_vouchers'] }) {
  const count = vouchers.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <>
      {[counted(events.length, 'event'), counted(count, 'gift voucher')].filter(Boolean).join(', ')}
      {events
        .filter((lines) => lines.some(({ seats }) => seats.length > 0))
        .map((lines) => (
          <p key={`${lines[0].event_id} ${lines[0].date_id}`}>
            {lines[0].event_name}, {lines[0].nice_date}
            <SeatList lines={lines} />
          </p>
        ))}
    </>
  )
}

const counted = (count: number, thing: string) => count > 0 && `${count} ${plural(count, thing)}`

/** A row of the last look. `isBought` stands out by its name; `isRepeated` is left on wide screens to the order summary beside it. */
function Row({
  name,
  change,
  isBought = false,
  isRepeated = false,
  children,
}: {
  name: string
  change?: ReactNode
  isBought?: boolean
  isRepeated?: boolean
  children: ReactNode
}) {
  if (!children) return null
  return (
    <div className={styles.row} data-bought={isBought || undefined} data-repeated={isRepeated || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change && <dd className={styles.change}>{change}</dd>}
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
