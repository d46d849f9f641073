import type { ReactNode } from 'react'
import type { SimpleInfo } from './schemas.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { byEventDate } from '#src/checkout/rules/order-groups.ts'
import { plural } from '#src/lib/plural.ts'
import { tellsMore } from '#src/order/rules/order-offers.ts'
import { Stub } from '#src/ui/stub.tsx'
import { BookedEvent } from './booked-event.tsx'
import styles from './ticket-stub.module.css'

/** Shows the events of the completed order on a stub, with the links in `dates`, and `children` below its tear line. */
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
  return (
    <section aria-labelledby="tickets-heading">
      <Stub foot={<div className={styles.below}>{children}</div>}>
        <h2 id="tickets-heading" className="visually-hidden">
          Your {plural(count, 'ticket')}
        </h2>
        <div className={styles.events}>
          {groups.map((lines) => (
            <BookedEvent
              key={`${lines[0].event_id} ${lines[0].date_id}`}
              lines={lines}
              event={events.find(({ id }) => id === lines[0].event_id)}
              date={dates.find(({ date_id }) => date_id === lines[0].date_id)}
              isShort={groups.length > 1}
              keepsPlaces={tellsMore(checkout)}
              leadsToTickets={groups.length > 1 && !checkout.payment_plan_remaining}
            />
          ))}
        </div>
      </Stub>
    </section>
  )
}
