import styles from './card-skeleton.module.css'

/** The place of the card fields while they are being set up, so that nothing jumps. */
export function CardSkeleton() {
  return (
    <div className={styles.skeleton}>
      <span className="visually-hidden" role="status">
        Setting up the card fields
      </span>
      <div className={styles.field} />
      <div className={styles.field} />
      <div className={styles.field} />
    </div>
  )
}
