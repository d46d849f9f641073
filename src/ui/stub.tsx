import type { ReactNode } from 'react'
import styles from './stub.module.css'

/** A ticket stub: what it is about above the tear line, what counts below it. `torn` tears the foot off, once. */
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
