import type { Checkout } from '#src/api/schemas/checkout.ts'
import { OrderLines } from '#src/checkout/order-summary/order-lines.tsx'
import { OrderTotals } from '#src/checkout/order-summary/order-totals.tsx'
import { formatMoney } from '#src/lib/money.ts'
import { orderSummary } from '#src/rules/fees.ts'
import { Stub } from '#src/ui/stub.tsx'
import styles from './order-stub.module.css'

/** Ticket stub with the lines and the total of the completed order. */
export function OrderStub({ checkout }: { checkout: Checkout }) {
  const { symbol } = checkout.currency
  const summary = orderSummary(checkout)
  return (
    <section aria-labelledby="order-heading">
      <Stub
        torn
        foot={<OrderTotals summary={summary} total={formatMoney(summary.total, symbol)} symbol={symbol} />}
      >
        <h2 id="order-heading" className={styles.heading}>
          Your order
        </h2>
        <OrderLines checkout={checkout} />
      </Stub>
    </section>
  )
}
