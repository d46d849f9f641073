import { priceWords, times, type Priced } from '#src/lib/price-words.ts'
import styles from './price.module.css'

/**
 * A price: what will be charged, and small below it the documented price and the fee. Of a `quantity`, what all cost together comes first,
 * and what each costs has a small line of its own.
 */
export function Price({
  of,
  money,
  quantity = 1,
}: {
  of: Priced
  money: (pence: number) => string
  quantity?: number
}) {
  const { charged, parts } = priceWords(of, money)
  const isEach = quantity > 1 && of.price + of.fee > 0
  const small = [isEach && `${charged} each`, parts].filter(Boolean).join('\n')
  return (
    <span className={styles.price}>
      <span className={styles.charged}>
        {isEach ? priceWords(times(quantity, of), money).charged : charged}
      </span>
      {small && <small>{small}</small>}
    </span>
  )
}
