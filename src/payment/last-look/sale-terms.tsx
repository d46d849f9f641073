import { useCheckout } from '#src/checkout/use-checkout.ts'
import { PurchaseTerms } from './purchase-terms.tsx'
import { refundTerms } from './refund-terms.ts'
import { Sellers } from './sellers.tsx'
import styles from './last-look.module.css'

/** Who is paid, on which refund terms, by event if they differ, and on which terms of the shop, in small print over the Pay button. */
export function SaleTerms() {
  const { tickets, express } = useCheckout()
  const refunds = refundTerms(tickets)
  const isOne = refunds.length === 1
  return (
    <>
      {refunds.length > 1 && (
        <ul className={styles.terms}>
          {refunds.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <p className={styles.terms}>
        <Sellers />
        {isOne && `${refunds[0]} `}
        {!express && <PurchaseTerms />}
      </p>
    </>
  )
}
