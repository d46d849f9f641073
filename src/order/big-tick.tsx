import styles from './big-tick.module.css'

/**
 * Large tick of a completed order beside its heading, drawn once; `isStill` shows it without its drawing [DONE-04]. It stands on the
 * page, which is wide from the start.
 */
export function BigTick({ isStill }: { isStill: boolean }) {
  return (
    <svg
      className={styles.tick}
      data-still={isStill || undefined}
      data-wide
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="29" pathLength="1" />
      <path d="m20 33 9 9 16-19" pathLength="1" />
    </svg>
  )
}
