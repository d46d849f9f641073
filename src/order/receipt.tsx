import type { OrderPayment } from './schemas.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { OrderLines } from '#src/checkout/order-summary/order-lines.tsx'
import { OrderTotals } from '#src/checkout/order-summary/order-totals.tsx'
import { isFreeOrder } from '#src/checkout/rules/free-order.ts'
import { PaidRows } from './paid-rows.tsx'
import styles from './receipt.module.css'

/** Lines and total of the completed order, and how it was paid if the shop tells that; `payments` is undefined while it loads [SUMM-02..09]. */
export function Receipt({
  checkout,
  payments,
}: {
  checkout: Checkout
  payments: OrderPayment[] | undefined
}) {
  // The stub above shows the pictures of the events, or of the gift vouchers if there are no tickets.
  const tickets = checkout.tickets.map((line) => ({ ...line, thumbnail: '' }))
  const gift_vouchers = tickets.length
    ? checkout.gift_vouchers
    : checkout.gift_vouchers.map((line) => ({ ...line, thumbnail: '' }))
  const isFree = isFreeOrder(checkout)
  return (
    <section className={styles.receipt} aria-labelledby="order-heading">
      <h2 id="order-heading" className={styles.heading}>
        Your order
      </h2>
      <OrderLines checkout={{ ...checkout, tickets, gift_vouchers }} />
      <div className={styles.sum}>
        {isFree ? (
          <p className={styles.free}>Booked. Nothing to pay.</p>
        ) : (
          <OrderTotals checkout={checkout} />
        )}
        <PaidRows payments={payments ?? (isFree ? [] : undefined)} checkout={checkout} />
      </div>
    </section>
  )
}
