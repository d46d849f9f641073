import type { ReactNode } from 'react'
import styles from './stub.module.css'

/** Ticket stub with a tear line between content and foot. */
export function Stub({ foot, children }: { foot: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.stub}>
      <div className={styles.body}>{children}</div>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}
