import styles from './spinner.module.css'

/** Spinner without text, sized to the text beside it. */
export function SpinnerRing() {
  return <span className={styles.ring} aria-hidden="true" />
}
