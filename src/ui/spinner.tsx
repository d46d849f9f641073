import type { ReactNode } from 'react'
import { SpinnerRing } from './spinner-ring.tsx'
import styles from './spinner.module.css'

/**
 * Indicates that something is loading [CONT-10]. A custom text replaces "Loading" on screen; "Loading" is still announced.
 */
export function Spinner({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.spinner} role="status" aria-atomic={false}>
      <SpinnerRing />
      <div className={styles.words}>
        {children ? <span className="visually-hidden">Loading</span> : 'Loading'}
        {children}
      </div>
    </div>
  )
}
