import type { ReactNode } from 'react'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import styles from './action-bar.module.css'

/**
 * The main button of a step, on phones in a bar at the bottom of the screen: with the total of the `checkout`, which screen readers find
 * elsewhere, unless the button says what will be paid.
 */
export function ActionBar({ checkout, children }: { checkout?: Checkout; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      {checkout && <Sum checkout={checkout} />}
      {children}
    </div>
  )
}

function Sum({ checkout }: { checkout: Checkout }) {
  const { total, fee } = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  return (
    <p className={styles.sum} aria-hidden="true">
      <b>{total ? money(total) : 'Free'}</b>
      {fee > 0 && `incl. ${money(fee)}\u00a0fee`}
    </p>
  )
}
