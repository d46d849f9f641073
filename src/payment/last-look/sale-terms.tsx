import { Fragment } from 'react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { isWebAddress } from '#src/lib/web-address.ts'
import { refundTerms } from './refund-terms.ts'
import { seller } from './seller.ts'
import styles from './last-look.module.css'

/**
 * Who is paid, with their pages in new tabs, which keeps what is typed, and on which refund terms, by event if they differ, in small print
 * over the Pay button.
 */
export function SaleTerms() {
  const { basket_total, organisers, tickets } = useCheckout()
  const refunds = refundTerms(tickets)
  const paid = basket_total > 0 && seller(organisers)
  const pages = organisers.filter(({ name, full_url }) => name && isWebAddress(full_url))
  return (
    <>
      {(paid || pages.length > 0) && (
        <p className={styles.terms}>
          {paid}
          {pages.map(({ name, full_url }, index) => (
            <Fragment key={full_url}>
              {index > 0 ? ', ' : ' '}
              <a href={full_url} target="_blank" rel="noopener">
                About {name}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            </Fragment>
          ))}
        </p>
      )}
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
