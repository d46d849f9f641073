import { sql } from 'kysely'

/**
 * SQL for the next try of a row with `tries`: a minute after the first one, then twice as long after each, at most
 * `longestSeconds`.
 */
export function nextTry(longestSeconds: number) {
  return sql<Date>`shop_now() + make_interval(secs => least(60 * power(2, least(tries, 20)), ${longestSeconds}::float8))`
}
