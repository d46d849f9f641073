import { useCheckout } from '#src/checkout/use-checkout.ts'
import { isWebAddress } from '#src/lib/web-address.ts'
import { refundTerms } from './refund-terms.ts'
import { seller } from './seller.ts'
import styles from './last-look.module.css'

/** Who is paid and how to reach them, and on which refund terms, in small print over the Pay button. */
export function SaleTerms() {
  const { basket_total, organisers, tickets } = useCheckout()
  const terms = [basket_total > 0 && seller(organisers), refundTerms(tickets)].filter(Boolean).join(' ')
  const [first] = organisers
  const contact = first?.name && isWebAddress(first.full_url) && (
    <a href={first.full_url}>{`Contact ${first.name}`}</a>
  )
  return (
    (terms || contact) && (
      <p className={styles.terms}>
        {terms} {contact}
      </p>
    )
  )
}
