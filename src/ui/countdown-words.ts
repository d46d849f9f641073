/** Number of seconds below which the time is short. */
export const SHORT = 120

const spoken = new Map([
  [300, '5 minutes left'],
  [SHORT, '2 minutes left'],
  [60, '1 minute left'],
  [0, 'Time is up'],
])

/**
 * What to read out when a countdown went from `before` to `now` (seconds): only as it passes five, two and one
 * minute and the end, the nearest one when a sleeping page skips several; null otherwise.
 */
export function countdownWords(before: number, now: number): string | null {
  let words: string | null = null
  for (const [mark, text] of spoken) if (before > mark && now <= mark) words = text
  return words
}
