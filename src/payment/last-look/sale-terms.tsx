import { useCheckout } from '#src/checkout/use-checkout.ts'
import { refundTerms } from './refund-terms.ts'
import { seller } from './seller.ts'
import styles from './last-look.module.css'

/** Who is paid, and on which refund terms, in small print over the Pay button. */
export function SaleTerms() {
  const { basket_total, organisers, tickets } = useCheckout()
  const terms = [basket_total > 0 && seller(organisers), refundTerms(tickets)].filter(Boolean)
  return terms.length > 0 && <p className={styles.terms}>{terms.join(' ')}</p>
}
