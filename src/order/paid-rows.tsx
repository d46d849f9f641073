import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { tellsMore } from '#src/order/rules/order-offers.ts'
import { WholeDates } from '#src/checkout/whole-dates.tsx'
import styles from './paid-rows.module.css'
import type { OrderPayment } from './schemas.ts'

/** Shows how and when the order was paid, and when the instalments of a plan will be; their place is kept where they may come. */
export function PaidRows({ payments, checkout }: { payments: OrderPayment[]; checkout: Checkout }) {
  const { currency, payment_plan_remaining } = checkout
  if (!payments.length && !tellsMore(checkout)) return null
  return (
    <dl className={styles.rows} data-plan={payment_plan_remaining || undefined}>
      {payments.map(({ text, amount }, index) => (
        <div className={styles.row} key={index}>
          <dt>
            <WholeDates>{text}</WholeDates>
          </dt>
          <dd>{formatMoney(amount, currency.symbol)}</dd>
        </div>
      ))}
    </dl>
  )
}
