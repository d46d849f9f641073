import { Stub } from '#src/ui/stub.tsx'
import styles from './summary-skeleton.module.css'

/** The order summary's place while it is not known, of the same make, so that nothing jumps when it comes. */
export function SummarySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <Stub foot={<div className={styles.short} />}>
        <div className={styles.lines} />
      </Stub>
    </div>
  )
}
