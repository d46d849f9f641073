import type { ReactNode } from 'react'
import styles from './stub.module.css'

/** Ticket stub with a tear line between content and foot. `torn` shows the foot torn off. */
export function Stub({
  foot,
  torn = false,
  children,
}: {
  foot: ReactNode
  torn?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.stub} data-torn={torn || undefined}>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}
