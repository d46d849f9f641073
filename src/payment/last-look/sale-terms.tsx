import { useCheckout } from '#src/checkout/use-checkout.ts'
import { refundTerms } from './refund-terms.ts'
import { Sellers } from './sellers.tsx'
import styles from './last-look.module.css'

/** Who is paid, and on which refund terms, by event if they differ, in small print over the Pay button. */
export function SaleTerms() {
  const { tickets } = useCheckout()
  const refunds = refundTerms(tickets)
  return (
    <>
      <Sellers />
      {refunds.length === 1 && <p className={styles.terms}>{refunds}</p>}
      {refunds.length > 1 && (
        <ul className={styles.terms}>
          {refunds.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </>
  )
}
