import type { ReactNode } from 'react'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import styles from './action-bar.module.css'

/**
 * The main button of a step, on phones in a bar at the bottom of the screen with the total, which screen readers find elsewhere;
 * without it if the button takes another amount.
 */
export function ActionBar({
  checkout,
  hasSum = true,
  children,
}: {
  checkout: Checkout
  hasSum?: boolean
  children: ReactNode
}) {
  const { total, fee } = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  return (
    <div className={styles.bar}>
      {hasSum && (
        <p className={styles.sum} aria-hidden="true">
          <b>{money(total)}</b>
          {fee > 0 && `incl. ${money(fee)} fee`}
        </p>
      )}
      {children}
    </div>
  )
}
