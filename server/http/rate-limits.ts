import { createHmac } from 'node:crypto'

import { CompiledQuery } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'

export interface Limit {
  /** The counted action, such as `wrong code`. */
  what: string
  /** The email, session id or address that is limited; stored as a keyed hash. */
  who: string
  max: number
  withinSeconds: number
}

/**
 * Counts a try against each limit and returns whether it was within all of them. Put the limits of the asker (session,
 * address) before those of what is asked for: a try over one limit does not count against the next, so nobody uses up what
 * belongs to somebody else. Counters are in the database, shared by all processes.
 */
export async function countTry(db: Database, pepper: string, limits: Limit[], times = 1): Promise<boolean> {
  if (limits.length > 1 && !db.isTransaction && (await countAll(db, pepper, limits, times))) return true
  for (const limit of limits) if (!(await areWithin(db, pepper, [limit], times))) return false
  return true
}

/** Counts a try against all limits, or against none if it is over one: max are within all, and need one statement. */
async function countAll(db: Database, pepper: string, limits: Limit[], times: number): Promise<boolean> {
  try {
    await inTransaction(db, async (trx) => {
      if (!(await areWithin(trx, pepper, limits, times))) throw new OverLimit()
    })
    return true
  } catch (error) {
    if (error instanceof OverLimit) return false
    throw error
  }
}

/** Undoes the counts of a try that is over a limit. */
class OverLimit extends Error {
  override name = 'OverLimit'
}

/**
 * Counts a guess against each limit, then looks whether it is right; a right one is given back. Simultaneous guesses cannot
 * exceed a limit, because each is counted before it is looked at. Returns `over`, without looking, over a limit.
 */
export async function countGuess<Answer extends boolean | 'over'>(
  db: Database,
  pepper: string,
  limits: Limit[],
  look: () => Promise<Answer>,
): Promise<Answer | 'over'> {
  if (!(await countTry(db, pepper, limits))) return 'over'
  const answer = await look()
  if (answer === true) for (const limit of limits) await giveBack(db, pepper, limit)
  return answer
}

/** Counts tries and returns whether they are within the limits: in one statement, so that simultaneous ones see other counts. */
async function areWithin(db: Database, pepper: string, limits: Limit[], times: number): Promise<boolean> {
  const { rows } = await db.executeQuery(counting(pepper, limits, times))
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return limits.every((limit) => (counts.get(keyOf(pepper, limit)) ?? 0) <= limit.max)
}

/** Counts a try against each of many limits, which are known not to be reached. */
export async function countTries(db: Database, pepper: string, limits: Omit<Limit, 'max'>[]): Promise<void> {
  if (limits.length > 0) await defer(db, counting(pepper, limits, 1))
}

function counting(
  pepper: string,
  limits: Omit<Limit, 'max'>[],
  times: number,
): CompiledQuery<{ key: string; count: number }> {
  // Sorted, so that two transactions never wait for each other.
  const counted = limits
    .map((limit) => ({ ...limit, key: keyOf(pepper, limit) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return CompiledQuery.raw(
    `insert into limit_counters as c (key, count, resets_at)
     select key, $3::int, shop_now() + make_interval(secs => seconds)
     from unnest($1::text[], $2::float8[]) w(key, seconds)
     on conflict (key) do update set
       count = case when c.resets_at <= shop_now() then $3::int else c.count + $3::int end,
       resets_at = case when c.resets_at <= shop_now() then excluded.resets_at else c.resets_at end
     returning key, count`,
    [counted.map(({ key }) => key), counted.map(({ withinSeconds }) => withinSeconds), times],
  ) as CompiledQuery<{ key: string; count: number }>
}

/** Gives back a counted try. */
export async function giveBack(db: Database, pepper: string, limit: Limit): Promise<void> {
  await defer(
    db,
    db
      .updateTable('limit_counters')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', keyOf(pepper, limit))
      .where('count', '>', 0)
      .where('resets_at', '>', shopNow),
  )
}

/**
 * Reads which limits are reached; counts no try. Returns a function that tells it, in their order, once the next statement was
 * answered; see `later`.
 */
export async function readReached(
  trx: Transaction,
  pepper: string,
  limits: Limit[],
): Promise<() => boolean[]> {
  const keys = limits.map((limit) => keyOf(pepper, limit))
  const found = await defer(
    trx,
    trx
      .selectFrom('limit_counters')
      .select(['key', 'count'])
      .where('key', '=', ({ fn, val }) => fn.any(val(keys)))
      .where('resets_at', '>', shopNow),
  )
  return () => {
    const counts = new Map(found().map(({ key, count }) => [key, count]))
    return limits.map(({ max }, i) => (counts.get(keys[i] ?? '') ?? 0) >= max)
  }
}

/** Returns whether a try was counted for one of these, and the period of its limit is not over. */
export async function isCounted(
  db: Database,
  pepper: string,
  limits: Pick<Limit, 'what' | 'who'>[],
): Promise<boolean> {
  const keys = limits.map((limit) => keyOf(pepper, limit))
  const row = await db
    .selectFrom('limit_counters')
    .select('count')
    .where('key', '=', ({ fn, val }) => fn.any(val(keys)))
    .where('resets_at', '>', shopNow)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function keyOf(pepper: string, { what, who }: Pick<Limit, 'what' | 'who'>): string {
  return `${what} ${createHmac('sha256', pepper).update(who).digest('base64url')}`
}
