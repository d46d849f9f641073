import { sql } from 'kysely'

import { shopNowPlus } from './shop-time.ts'

/**
 * SQL for the next try of a row whose tries this column counts: a minute after the first one, then twice as long after each, at
 * most `longestSeconds`.
 */
export function nextTry(longestSeconds: number, tries: 'tries' | 'attempts' = 'tries') {
  return shopNowPlus(sql`least(60 * power(2, least(${sql.ref(tries)}, 20)), ${longestSeconds}::float8)`)
}
