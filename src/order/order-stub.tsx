import type { SimpleInfo } from './schemas.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { OrderLines } from '#src/checkout/order-summary/order-lines.tsx'
import { OrderTotals } from '#src/checkout/order-summary/order-totals.tsx'
import { isFreeOrder } from '#src/checkout/rules/free-order.ts'
import { byEventDate } from '#src/checkout/rules/order-groups.ts'
import { Stub } from '#src/ui/stub.tsx'
import { BookedEvent } from './booked-event.tsx'
import styles from './order-stub.module.css'
import { PaidRows } from './paid-rows.tsx'

/**
 * Ticket stub with the events, lines and the total of the completed order. Of `order`, what the shop tells more: calendar
 * links, and how it was paid.
 */
export function OrderStub({ checkout, order }: { checkout: Checkout; order: SimpleInfo | undefined }) {
  const { dates = [], payments = [] } = order ?? {}
  const { symbol } = checkout.currency
  return (
    <section aria-labelledby="order-heading">
      <Stub
        onCard
        foot={
          <>
            {isFreeOrder(checkout) ? (
              <p className={styles.free}>Booked. Nothing to pay.</p>
            ) : (
              <OrderTotals checkout={checkout} />
            )}
            <PaidRows payments={payments} symbol={symbol} />
          </>
        }
      >
        <h2 id="order-heading" className={styles.heading}>
          Your order
        </h2>
        <div className={styles.lines}>
          {byEventDate(checkout.tickets).map((lines) => (
            <BookedEvent
              key={`${lines[0].event_id} ${lines[0].date_id}`}
              lines={lines}
              checkout={checkout}
              event={checkout.events.find(({ id }) => id === lines[0].event_id)}
              calendar={dates.find(({ date_id }) => date_id === lines[0].date_id)?.calendar ?? []}
            />
          ))}
          {checkout.gift_vouchers.length > 0 && <OrderLines checkout={{ ...checkout, tickets: [] }} />}
        </div>
      </Stub>
    </section>
  )
}
