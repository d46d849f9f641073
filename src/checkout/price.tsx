import { priceWords, type Priced } from '#src/lib/price-words.ts'
import styles from './price.module.css'

/** A price: what will be charged, and small below it the documented price and the fee. `isEach` is one of several. */
export function Price({
  of,
  money,
  isEach = false,
}: {
  of: Priced
  money: (pence: number) => string
  isEach?: boolean
}) {
  const { charged, parts } = priceWords(of, money)
  return (
    <span className={styles.price}>
      <span className={styles.charged}>
        {charged}
        {isEach && <small> each</small>}
      </span>
      {parts && <small>{parts}</small>}
    </span>
  )
}
