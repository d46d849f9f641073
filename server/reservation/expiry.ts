import { CompiledQuery, sql } from 'kysely'

import { releaseHolds } from '#server/basket/release-hold.ts'
import { lockBasket, lockSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, isLockTimeout, type Transaction } from '#server/database/transaction.ts'
import { expired } from '#src/basket/rules/expired.ts'

/**
 * How long after its end an open payment attempt keeps a hold, in seconds. Attempts start only on a running hold, and the
 * payment sweep gives them up after 30 minutes; 5 more let it end them first. What it cannot end either, because the
 * provider does not answer, then loses its tickets.
 */
const keptForSeconds = 35 * 60

/** How many holds one transaction releases, so that nobody waits for long. */
const maxAtOnce = 200

/** How long releasing somebody else's hold waits for its turn or for locked rows, in milliseconds. */
const patienceMs = 100

/** SQL: the hold of the sale `s` has expired at the shop time `n.at`, and no payment in progress keeps it. */
export const isExpired = `s.held_until <= n.at and s.paid_at is null and (
  s.held_until <= n.at - make_interval(secs => ${keptForSeconds})
  or not exists (select from payment_attempts a where a.sale_id = s.id and a.status = 'open')
)`

/**
 * SQL: the ids of expired holds among `sales`. `lateral`, so that the time is known when the index is read: the planner would read
 * all holds otherwise. With an order or an id, so that it takes the index: it expects many.
 */
const expiredAmong = (sales: string, tail = '') => `select x.id from (select shop_now() as at offset 0) n
  cross join lateral (select s.id from ${sales} s where ${isExpired} ${tail}) x`

/**
 * Releases the sale's hold if it has expired and no payment in progress keeps it. Called before a sale is read or changed, so
 * that nothing depends on the background job.
 */
export async function releaseIfExpired(db: Database, saleId: string): Promise<void> {
  if ((await readExpired(db, [saleId])).length === 0) return
  await inTransaction(db, async (trx) => {
    await lockSale(trx, saleId)
    await endExpired(trx, await readExpired(trx, [saleId]))
  })
}

/**
 * Releases the sale's hold if less than a second of it is left, so that it is over on the buyer's page, and no payment in
 * progress keeps it.
 */
export async function releaseLastSecond(db: Database, saleId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { sale, isPaying, secondsRemaining } = await lockBasket(trx, saleId)
    if (secondsRemaining === 0 && !isPaying && sale.held_until && !sale.paid_at)
      await endExpired(trx, [sale.id])
  })
}

/** Releases the holds of sales because their time is over, and keeps that for the buyers, whose page may be closed [CONT-58]. */
async function endExpired(trx: Transaction, saleIds: string[]): Promise<void> {
  if (saleIds.length === 0) return
  await releaseHolds(trx, saleIds)
  await trx
    .updateTable('sales')
    .set({ reserving_error: expired })
    .where('id', 'in', saleIds)
    .where('reserving_error', '=', '')
    .execute()
}

/**
 * Releases every expired hold, and returns how many: many in one transaction, or one in each if somebody has locked the stock
 * of one. Skips locked sales, and those whose stock is locked: this is done in every call, and nobody must wait for somebody
 * else's hold.
 */
export async function releaseExpired(db: Database): Promise<number> {
  const skipped: string[] = []
  let most = maxAtOnce
  for (let released = 0; ;) {
    const some = await releaseSome(db, skipped, most)
    released += some.released
    if (some.busy.length === 0 && some.locked < most) return released
    if (some.busy.length > 0 && most === 1)
      skipped.push(...some.busy, ...(await salesOfSamePools(db, some.busy)))
    if (some.busy.length > 0) most = 1
  }
}

/** What became of the next expired holds; `busy` are those that could not be released, because of locked rows. */
interface Released {
  locked: number
  released: number
  busy: string[]
}

/**
 * Releases the next expired holds. Asks which have expired again in a statement after the one that locks them, because that
 * one does not see a payment that has just started.
 */
async function releaseSome(db: Database, skipped: string[], most: number): Promise<Released> {
  const due = (tail: string) =>
    expiredAmong('sales', `and s.id <> all($1::uuid[]) order by s.held_until ${tail}`)
  const nothing = { locked: 0, released: 0, busy: [] }
  if ((await idsOf(db, due('limit 1'), [skipped])).length === 0) return nothing
  let locked: string[] = []
  const release = async (trx: Transaction): Promise<Released> => {
    await sql`set local lock_timeout = ${sql.lit(patienceMs)}`.execute(trx)
    locked = await idsOf(trx, due(`limit ${most} for update skip locked`), [skipped])
    const expired = await readExpired(trx, locked)
    await endExpired(trx, expired)
    return { locked: locked.length, released: expired.length, busy: [] }
  }
  try {
    return await inTransaction(db, release, { patienceMs, goesFirst: true })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return { ...nothing, busy: locked }
  }
}

function salesOfSamePools(db: Database, saleIds: string[]): Promise<string[]> {
  return idsOf(
    db,
    `select distinct s.id from sales s
      join sale_tickets l on l.sale_id = s.id join ticket_types t on t.id = l.ticket_type_id
      where s.held_until <= shop_now() and t.pool_id in (
        select t.pool_id from sale_tickets l join ticket_types t on t.id = l.ticket_type_id
        where l.sale_id = any($1::uuid[]))`,
    [saleIds],
  )
}

/** Reads which of these sales have an expired hold. */
function readExpired(db: Database, saleIds: string[]): Promise<string[]> {
  return idsOf(db, expiredAmong('(select * from sales where id = any($1::uuid[]) offset 0)'), [saleIds])
}

async function idsOf(db: Database, statement: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(statement, values))
  return rows.map(({ id }) => id)
}
