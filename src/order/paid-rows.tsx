import { formatMoney } from '#src/lib/money.ts'
import styles from './paid-rows.module.css'
import type { OrderPayment } from './schemas.ts'

/** How and when the order was paid, and when the instalments of a plan will be. */
export function PaidRows({ payments, symbol }: { payments: OrderPayment[]; symbol: string }) {
  if (payments.length === 0) return null
  return (
    <dl className={styles.rows}>
      {payments.map(({ text, amount }, index) => (
        <div className={styles.row} key={index}>
          <dt>{text}</dt>
          <dd>{formatMoney(amount, symbol)}</dd>
        </div>
      ))}
    </dl>
  )
}
