import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { orderRows, orderSummary, signed } from '#src/checkout/rules/fees.ts'
import { chargedTogether, feeOfLines } from '#src/checkout/rules/ticket-price.ts'
import styles from './order-totals.module.css'

/**
 * Breakdown of the total, without parts of zero [SUMM-03..09, MONY-05, MONY-06]. Where subtotal and booking fee add up to the `lines`
 * prices above it, their sum follows them.
 */
export function OrderTotals({
  checkout,
  lines = checkout.tickets.length + checkout.gift_vouchers.length,
}: {
  checkout: Checkout
  lines?: number
}) {
  const summary = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  const fee = feeOfLines(checkout)
  const together = chargedTogether(checkout, summary, lines)
  const perOrder = fee && summary.fee - fee
  const included = summary.areFeesAbsorbed && summary.fee > 0 && `includes ${money(summary.fee)} booking fee`
  const ofOrder = perOrder > 0 && `${money(perOrder)} of it for the whole order`
  const note = [included, ofOrder].filter(Boolean).join(', ')
  const noted = included ? 'Subtotal' : 'Booking fee'
  const rows = orderRows(summary).map((row) => (
    <div key={row.name} className={styles.row}>
      <dt>
        {row.name} {note && row.name === noted && <span className={styles.note}>{`(${note})`}</span>}
      </dt>
      <dd>{signed(row, money)}</dd>
    </div>
  ))

  return (
    <div>
      {together && (
        <>
          <dl className={styles.totals}>{rows.slice(0, 2)}</dl>
          <p className={styles.row}>
            <span>{summary.quantity} items with fees</span>
            <span>{money(together)}</span>
          </p>
        </>
      )}
      <dl className={styles.totals}>
        {rows.slice(together ? 2 : 0)}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{money(summary.total)}</dd>
        </div>
      </dl>
    </div>
  )
}
