import styles from './spinner.module.css'

/** The turning ring alone, as large as the text beside it, which names what is under way. */
export function SpinnerRing() {
  return <span className={styles.ring} aria-hidden="true" />
}
