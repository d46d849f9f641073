import type { ReactNode } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { orderRows, orderSummary } from '#src/checkout/rules/fees.ts'
import { feePerOrder } from '#src/checkout/rules/ticket-price.ts'
import styles from './order-totals.module.css'

/** Breakdown of the total, without parts of zero [SUMM-03..09, MONY-05, MONY-06]. */
export function OrderTotals({ checkout }: { checkout: Checkout }) {
  const summary = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  const perOrder = feePerOrder(checkout)
  const included = summary.areFeesAbsorbed && summary.fee > 0 && `includes ${money(summary.fee)} booking fee`
  const ofOrder = perOrder > 0 && `${money(perOrder)} of it for the whole order`
  const notes: Record<string, (string | false)[]> = {
    Subtotal: [included, included && ofOrder],
    'Booking fee': [ofOrder],
  }

  return (
    <dl className={styles.totals}>
      {orderRows(summary).map(({ name, amount }) => (
        <Row key={name} name={name} note={notes[name]?.filter(Boolean).join(', ')}>
          {name === 'Booking fee' && '+'}
          {money(amount)}
        </Row>
      ))}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{money(summary.total)}</dd>
      </div>
    </dl>
  )
}

function Row({ name, note, children }: { name: string; note: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>
        {name} {note && <span className={styles.note}>{`(${note})`}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
