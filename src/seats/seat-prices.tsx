import { Price } from '#src/checkout/price.tsx'
import { formatPounds } from '#src/lib/pounds.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import type { SeatPrice } from './schemas.ts'
import styles from './seat-prices.module.css'

/** The prices of all seats, in the place of the seating plan until that is drawn: it shows them itself. On a phone they scroll. */
export function SeatPrices({ prices }: { prices: SeatPrice[] }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard (WCAG 2.1.1)
    <div className={styles.prices} role="region" aria-label="Prices" tabIndex={0}>
      <Spinner>The seating plan is being drawn</Spinner>
      <h2 className={styles.title}>Prices</h2>
      <ul className={styles.list}>
        {prices.map((one) => (
          <li key={`${one.category} ${one.ticketType}`} className={styles.price}>
            <span>{one.label || one.ticketType}</span>
            <Price of={{ price: one.price, fee: one.booking_fee }} money={formatPounds} />
          </li>
        ))}
      </ul>
    </div>
  )
}
