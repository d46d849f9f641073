import { clockDuration } from '#src/lib/duration.ts'
import { SHORT_TIME } from '#src/ui/short-time.ts'
import styles from './order-summary.module.css'

/** Remaining time of the hold, with a warning under two minutes [SUMM-14]. */
export default function HeldFor({ seconds }: { seconds: number }) {
  const isShort = seconds <= SHORT_TIME
  return (
    <p className={styles.held} data-short={isShort || undefined}>
      Reserved for <b>{clockDuration(seconds)}</b>
      {isShort && ' more. If the time runs out, what you typed is kept and you can try to reserve again.'}
    </p>
  )
}
