import type { ReactNode } from 'react'
import type { SimpleInfo } from './schemas.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { byEventDate } from '#src/checkout/rules/order-groups.ts'
import { plural } from '#src/lib/plural.ts'
import { tellsMore } from '#src/order/rules/order-offers.ts'
import { Stub } from '#src/ui/stub.tsx'
import { BookedEvent } from './booked-event.tsx'
import { OrderPictures } from './order-pictures.tsx'
import styles from './ticket-stub.module.css'

/**
 * Shows the events of the completed order on a stub, with the links in `dates`, and `children` below its tear line; above it if the
 * events are several, so that nobody has to scroll for what belongs to all of them.
 */
export function TicketStub({
  checkout,
  dates,
  children,
}: {
  checkout: Checkout
  dates: SimpleInfo['dates']
  children: ReactNode
}) {
  const { tickets, events } = checkout
  const groups = byEventDate(tickets)
  const count = tickets.reduce((sum, { qty }) => sum + qty, 0)
  const areSeveral = groups.length > 1
  const booking = groups.map((lines) => ({
    lines,
    date: dates.find(({ date_id }) => date_id === lines[0].date_id),
  }))
  // The way to the tickets of a single event is above.
  const leadsToTickets =
    !checkout.payment_plan_remaining &&
    booking.filter(({ lines, date }) =>
      date ? date.shown_tickets : !lines.every(({ is_posted }) => is_posted),
    ).length > 1
  const forAll = <div className={styles.below}>{children}</div>
  const booked = (
    <div className={styles.events}>
      {booking.map(({ lines, date }) => (
        <BookedEvent
          key={`${lines[0].event_id} ${lines[0].date_id}`}
          lines={lines}
          event={events.find(({ id }) => id === lines[0].event_id)}
          date={date}
          isShort={areSeveral}
          keepsPlaces={tellsMore(checkout)}
          leadsToTickets={leadsToTickets}
        />
      ))}
    </div>
  )
  return (
    <section aria-labelledby="tickets-heading">
      <Stub foot={areSeveral ? booked : forAll}>
        <h2 id="tickets-heading" className="visually-hidden">
          Your {plural(count, 'ticket')}
        </h2>
        <OrderPictures lines={tickets} />
        {areSeveral ? forAll : booked}
      </Stub>
    </section>
  )
}
