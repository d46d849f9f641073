import type { ReactNode } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { plural } from '#src/lib/plural.ts'
import { Stub } from '#src/ui/stub.tsx'
import eventStyles from './booked-event.module.css'
import { OrderPictures } from './order-pictures.tsx'
import styles from './ticket-stub.module.css'

/** Shows the gift vouchers of an order without tickets on a stub, and `children` below its tear line. */
export function VoucherStub({
  checkout: { gift_vouchers, currency },
  children,
}: {
  checkout: Checkout
  children: ReactNode
}) {
  const count = gift_vouchers.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <section aria-labelledby="vouchers-heading">
      <Stub foot={<div className={styles.below}>{children}</div>}>
        <h2 id="vouchers-heading" className="visually-hidden">
          Your gift {plural(count, 'voucher')}
        </h2>
        <OrderPictures lines={gift_vouchers} />
        <div className={styles.events}>
          {gift_vouchers.map(({ id, name, value, qty }) => (
            <article className={eventStyles.event} key={`${id} ${value}`}>
              <h3 className={eventStyles.title}>{name}</h3>
              <p className={eventStyles.lines}>
                {qty} × {formatMoney(value, currency.symbol)}
              </p>
            </article>
          ))}
        </div>
      </Stub>
    </section>
  )
}
