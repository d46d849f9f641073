import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/**
 * The main button of a step, on phones in a bar at the bottom of the screen: with what stands `beside` it there, which screen readers
 * find elsewhere.
 */
export function ActionBar({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      {beside && (
        <p className={styles.beside} aria-hidden="true">
          {beside}
        </p>
      )}
      {children}
    </div>
  )
}
