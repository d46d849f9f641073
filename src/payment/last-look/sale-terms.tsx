import { useCheckout } from '#src/checkout/use-checkout.ts'
import { isWebAddress } from '#src/lib/web-address.ts'
import { refundTerms } from './refund-terms.ts'
import { seller } from './seller.ts'
import styles from './last-look.module.css'

/** Who is paid, with their page in a new tab, which keeps what is typed, and on which refund terms, by event if they differ, in small print over the Pay button. */
export function SaleTerms() {
  const { basket_total, organisers, tickets } = useCheckout()
  const refunds = refundTerms(tickets)
  const isList = refunds.length > 1
  const terms = [basket_total > 0 && seller(organisers), !isList && refunds[0]].filter(Boolean).join(' ')
  const [first] = organisers
  const about = first?.name && isWebAddress(first.full_url) && (
    <a href={first.full_url} target="_blank" rel="noopener">
      About {first.name}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
  return (
    <>
      {(terms || about) && (
        <p className={styles.terms}>
          {terms} {about}
        </p>
      )}
      {isList && (
        <ul className={styles.terms}>
          {refunds.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </>
  )
}
