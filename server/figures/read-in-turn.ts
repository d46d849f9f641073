import { HttpError } from '#server/http/http-errors.ts'

/** For so many milliseconds, what was read is given again. */
const keptFor = 60_000
const mostKept = 20
const mostWaiting = 10

/**
 * Reads one thing after the other, so that whoever asks, and however often, takes one connection to the database; what was read within the
 * last minute is given again. Throws `HttpError` 503 if too many wait for their turn.
 */
export function inTurn<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const kept = new Map<string, { result: Promise<Result>; until: number }>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (key, read) => {
    for (const [old, { until }] of kept) if (until <= performance.now()) kept.delete(old)
    const known = kept.get(key)
    if (known) return known.result
    if (waiting === mostWaiting)
      throw new HttpError(503, 'Many are asking for figures at the moment. Please try again', {}, 10)
    waiting += 1
    const entry = { result: last.then(read), until: Infinity }
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    last = entry.result
      .then(
        () => (entry.until = performance.now() + keptFor),
        () => kept.delete(key),
      )
      .finally(() => (waiting -= 1))
    return entry.result
  }
}
