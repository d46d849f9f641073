import { clockDuration } from '#src/lib/duration.ts'
import { SHORT_TIME } from '#src/ui/short-time.ts'
import styles from './held-for.module.css'

/** Remaining time of the hold, with a warning under two minutes [SUMM-14]; while paying, that it does not count. */
export function HeldFor({ seconds, isPaying }: { seconds: number; isPaying: boolean }) {
  if (isPaying) return <p className={styles.held}>Held while you pay</p>
  const isShort = seconds <= SHORT_TIME
  return (
    <p className={styles.held} data-short={isShort || undefined}>
      Reserved for <b>{clockDuration(seconds)}</b>
      {isShort && ' more. If the time runs out, what you typed is kept and you can try to reserve again.'}
    </p>
  )
}
