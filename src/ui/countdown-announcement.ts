import { SHORT_TIME } from './short-time.ts'

const announcements = new Map([
  [300, '5 minutes left'],
  [SHORT_TIME, '2 minutes left'],
  [60, '1 minute left'],
  [0, 'Time is up'],
])

/**
 * Returns what to announce when the remaining seconds change from `before` to `now`: something at five, two and one minute
 * and at the end, otherwise null. If a suspended page skips several of these, only the last one is announced.
 */
export function countdownAnnouncement(before: number, now: number): string | null {
  let announcement: string | null = null
  for (const [mark, text] of announcements) if (before > mark && now <= mark) announcement = text
  return announcement
}
