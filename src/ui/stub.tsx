import type { ReactNode } from 'react'
import styles from './stub.module.css'

/** Ticket stub with a tear line between content and foot. `onCard` sets it off from a card below it. */
export function Stub({
  foot,
  onCard = false,
  children,
}: {
  foot: ReactNode
  onCard?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.stub} data-on-card={onCard || undefined}>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}
