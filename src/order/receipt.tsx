import type { OrderPayment } from './schemas.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { OrderLines } from '#src/checkout/order-summary/order-lines.tsx'
import { OrderTotals } from '#src/checkout/order-summary/order-totals.tsx'
import { isFreeOrder } from '#src/checkout/rules/free-order.ts'
import { PaidRows } from './paid-rows.tsx'
import styles from './receipt.module.css'

/**
 * Shows lines and total of the completed order, and how it was paid as far as that is known [SUMM-02..09]. Pictures are left to the
 * stub, and so are places, the date of an event unless it has several, and the payments of a plan.
 */
export function Receipt({ checkout, payments }: { checkout: Checkout; payments: OrderPayment[] }) {
  const hasDates = ({ event_id, date_id }: TicketLine) =>
    checkout.tickets.some((line) => line.event_id === event_id && line.date_id !== date_id)
  const events = checkout.events.map((event) => ({ ...event, venue: null }))
  const tickets = checkout.tickets.map((line) => ({
    ...line,
    thumbnail: '',
    nice_date: hasDates(line) ? line.nice_date : '',
  }))
  const gift_vouchers = checkout.gift_vouchers.map((line) => ({ ...line, thumbnail: '' }))
  const isFree = isFreeOrder(checkout)
  return (
    <section className={styles.receipt} aria-labelledby="order-heading">
      <h2 id="order-heading" className={styles.heading}>
        Your order
      </h2>
      <OrderLines checkout={{ ...checkout, events, tickets, gift_vouchers }} />
      <div className={styles.sum}>
        {isFree ? (
          <p className={styles.free}>Booked. Nothing to pay.</p>
        ) : (
          <OrderTotals checkout={checkout} />
        )}
        {!isFree && !checkout.payment_plan_remaining && <PaidRows payments={payments} checkout={checkout} />}
      </div>
    </section>
  )
}
