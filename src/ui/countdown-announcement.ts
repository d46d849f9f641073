import { SHORT_TIME } from './short-time.ts'

const announcements = new Map([
  [300, '5 minutes left'],
  [SHORT_TIME, '2 minutes left'],
  [60, '1 minute left'],
])

/** A countdown as it is shown: at zero, more time may still come while an answer `isAwaited`. */
interface ShownCountdown {
  seconds: number
  isAwaited: boolean
}

/**
 * Returns what to announce when a countdown changes from `before` to `now`: something at five, two and one minute and at the end, otherwise
 * null. If a suspended page skips several of these, only the last one is announced. Time is up only once no more can come.
 */
export function countdownAnnouncement(before: ShownCountdown, now: ShownCountdown): string | null {
  const end = endOf(now)
  if (end) return end === endOf(before) ? null : end
  let announcement: string | null = null
  for (const [mark, text] of announcements)
    if (before.seconds > mark && now.seconds <= mark) announcement = text
  return announcement
}

function endOf({ seconds, isAwaited }: ShownCountdown): string | null {
  if (seconds > 0) return null
  return isAwaited ? 'Checking whether there is more time' : 'Time is up'
}
