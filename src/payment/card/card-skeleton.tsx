import form from './card-form.module.css'
import styles from './card-skeleton.module.css'

/** Placeholder of the card fields, so that nothing shifts when they load. */
export function CardSkeleton() {
  return (
    <div className={`${form.group} ${styles.skeleton}`}>
      <span className="visually-hidden" role="status">
        Loading the card form
      </span>
      <div className={form.fields}>
        <div className={styles.field} />
        <div className={styles.field} />
        <div className={styles.field} />
      </div>
    </div>
  )
}
