import type { ReactNode } from 'react'
import { formatMoney } from '#src/lib/money.ts'
import type { OrderSummary } from '#src/rules/fees.ts'
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
      <Row name="Subtotal" note={isFeeInside && `(includes ${money(summary.fee)} booking fee)`}>
        {money(summary.subtotal)}
      </Row>
      {summary.discounts.map(({ code, amount }) => (
        <Row key={code} name={code ? `Discount ${code}` : 'Discount'}>
          {money(-amount)}
        </Row>
      ))}
      {summary.offers !== 0 && <Row name="Offers">{money(-summary.offers)}</Row>}
      {summary.delivery !== 0 && <Row name="Delivery">{money(summary.delivery)}</Row>}
      {summary.refundProtection !== 0 && (
        <Row name="Refund protection">{money(summary.refundProtection)}</Row>
      )}
      {summary.donation !== 0 && <Row name="Donation">{money(summary.donation)}</Row>}
      {!summary.areFeesAbsorbed && summary.fee > 0 && <Row name="Booking fee">+{money(summary.fee)}</Row>}
      {summary.giftVouchersApplied !== 0 && (
        <Row name="Gift vouchers">{money(-summary.giftVouchersApplied)}</Row>
      )}
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
