/** Adds an s to a word unless the count is 1: `plural(2, 'ticket')` is "tickets" [FMT-11]. */
export function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`
}
