import { CompiledQuery } from 'kysely'

import { defer } from '#server/database/defer.ts'
import type { Transaction } from '#server/database/transaction.ts'

import { linesByPool, sumQuantity } from './lines-by-pool.ts'
import type { Basket } from './read-basket.ts'
import { holdSeconds } from './sale.ts'

/**
 * Tickets that were held and not bought, counted by pool, for each network address and each browser (decision 44). A ticket
 * counts for each minute that it was held, so that editing a basket counts little. Purchases lower the count, below zero too, by
 * whole holds: where most buy, some may change their minds.
 */
const countedForHours = 4
const holdMinutes = holdSeconds / 60

/** The key of a counter; `who` is a network address as a keyed hash, or a session. */
const keyOf = (pool: string, who: string) => `'unbought ' || ${pool} || ' by ' || ${who}`

const adding = (changes: string) => `
  insert into limit_counters as c (key, count, resets_at)
  select key, sum(minutes)::int, shop_now() + interval '${countedForHours} hours' from (${changes}) w
  where key is not null group by key order by key
  on conflict (key) do update set
    count = case when c.resets_at <= shop_now() then excluded.count else c.count + excluded.count end,
    resets_at = case when c.resets_at <= shop_now() then excluded.resets_at else c.resets_at end`

/** SQL: how many minutes the hold of the sale `s` lasts, with what the shop has added. */
const lastsMinutes = `(${holdMinutes} + s.extended_seconds / 60)`

/** Minutes since the hold began, the current one too; those for which a payment kept it longer are not the buyer's. */
const minutesHeld = `greatest(1, least(${lastsMinutes},
  1 + ${lastsMinutes} - ceil(extract(epoch from s.held_until - shop_now()) / 60)))`

const heldMinutes = (who: string) => `
  select ${keyOf('t.pool_id', who)} as key, l.held_qty * ${minutesHeld} as minutes
  from sales s join sale_tickets l on l.sale_id = s.id join ticket_types t on t.id = l.ticket_type_id
  where s.id = any($1::uuid[]) and l.held_qty > 0`

const countHeld = adding(`${heldMinutes('s.held_from')} union all ${heldMinutes('s.session_id')}`)

/** Counts the tickets of holds that are about to be released. After the stock, whose rows a purchase locks before this too. */
export async function countUnbought(trx: Transaction, saleIds: string[]): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(countHeld, [saleIds]))
}

const countPurchase = adding(`
  select ${keyOf('b.pool_id', 'p.who')} as key, -b.places * ${holdMinutes} as minutes
  from unnest($1::text[], $2::int[]) b(pool_id, places) cross join unnest($3::text[]) p(who)`)

/** Lowers the counts of the buyer by the tickets that they have bought. */
export async function countBought(trx: Transaction, { sale, tickets }: Basket): Promise<void> {
  const pools = linesByPool(tickets)
  const whom = [sale.held_from, sale.session_id].filter((who) => who !== null)
  if (pools.length === 0 || whom.length === 0) return
  const places = pools.map(([, lines]) => sumQuantity(lines, 'qty'))
  await defer(trx, CompiledQuery.raw(countPurchase, [pools.map(([id]) => id), places, whom]))
}

/** A visitor who wants tickets of a pool. */
export interface Wanting {
  poolId: string
  /** Their network address as a keyed hash, or their session. */
  who: string
}

/** What a visitor has kept from others in a pool. */
export interface Unbought extends Wanting {
  /** Tickets, each kept for a whole hold. */
  places: number
  capacity: number
}

const readCounts = `
  select w.pool_id as "poolId", w.who, c.count::float8 / ${holdMinutes} as places, p.capacity
  from unnest($1::text[], $2::text[]) w(pool_id, who)
  join limit_counters c on c.key = ${keyOf('w.pool_id', 'w.who')} and c.resets_at > shop_now() and c.count > 0
  join pools p on p.id = w.pool_id`

/** Reads what visitors have held and not bought; returns a function that tells it once the next statement was answered. */
export function readUnbought(trx: Transaction, wanting: Wanting[]): Promise<() => Unbought[]> {
  const values = [wanting.map(({ poolId }) => poolId), wanting.map(({ who }) => who)]
  return defer<Unbought>(trx, CompiledQuery.raw(readCounts, values))
}

/** With half of a pool for a whole hold, and a few tickets at least, the next hold needs a captcha. */
export function isMuchUnbought({ places, capacity }: Unbought): boolean {
  return places >= Math.max(capacity / 2, 4)
}

/** With that and ten tickets at least, an address holds no more than its share at a time (`AddressShare`). */
export function isShareLimited({ places, capacity }: Unbought): boolean {
  return places >= Math.max(capacity / 2, 10)
}

/** With all of a pool for two whole holds, and ten tickets at least, there is no further hold for a browser. */
export function isTooMuchUnbought({ places, capacity }: Unbought): boolean {
  return places >= Math.max(capacity * 2, 10)
}
