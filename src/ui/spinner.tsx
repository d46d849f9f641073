import type { ReactNode } from 'react'
import { SpinnerRing } from './spinner-ring.tsx'
import styles from './spinner.module.css'

/**
 * Says that something is under way [CONT-10]. With other words than "Loading" these are shown, and "Loading" is
 * still read out.
 */
export function Spinner({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.spinner} role="status">
      <SpinnerRing />
      <div className={styles.words}>
        {children ? <span className="visually-hidden">Loading</span> : 'Loading'}
        {children}
      </div>
    </div>
  )
}
