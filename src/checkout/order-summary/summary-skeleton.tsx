import { Stub } from '#src/ui/stub.tsx'
import styles from './summary-skeleton.module.css'

/** Placeholder of the order summary with the same layout, so that nothing shifts when it loads. */
export function SummarySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <Stub foot={<div className={styles.short} />}>
        <div className={styles.lines} />
      </Stub>
    </div>
  )
}
