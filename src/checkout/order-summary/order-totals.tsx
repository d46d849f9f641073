import type { ReactNode } from 'react'
import { formatMoney } from '#src/lib/money.ts'
import { orderRows, type OrderSummary } from '#src/checkout/rules/fees.ts'
import styles from './order-totals.module.css'

/** Breakdown of the total, without parts of zero [SUMM-03..09, MONY-05, MONY-06]. */
export function OrderTotals({
  summary,
  total,
  symbol,
}: {
  summary: OrderSummary
  total: string
  symbol: string
}) {
  const money = (pence: number) => formatMoney(pence, symbol)
  const isFeeInside = summary.areFeesAbsorbed && summary.fee > 0

  return (
    <dl className={styles.totals}>
      {orderRows(summary).map(({ name, amount }) => (
        <Row
          key={name}
          name={name}
          note={name === 'Subtotal' && isFeeInside && `(includes ${money(summary.fee)} booking fee)`}
        >
          {name === 'Booking fee' && '+'}
          {money(amount)}
        </Row>
      ))}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  )
}

function Row({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>
        {name} {note && <span className={styles.note}>{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
