import type { ReactNode } from 'react'
import styles from './in-basket.module.css'

/** Says that a seat is in the basket, with the dot that it is on the seating plan. */
export function InBasket({ children }: { children?: ReactNode }) {
  return <span className={styles.kept}>In your basket{children}</span>
}
