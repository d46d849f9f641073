import { CompiledQuery } from 'kysely'

import type { Unbought } from '#server/basket/unbought-tickets.ts'
import { defer } from '#server/database/defer.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** How long a basket keeps its place among those that wait, in minutes: for two holds. */
const keptForMinutes = 20

/**
 * What an address that has held many tickets of a pool and not bought them may hold at a time: half of those that are not sold (decision 44). Its
 * baskets wait for that in the order in which they came, so that those of a rival are not always first.
 */
export interface AddressShare {
  poolId: string
  /** The key of the address. */
  heldFrom: string
  places: number
  /** Tickets that unpaid baskets of the address hold. */
  held: number
  /** Baskets that wait, in order. */
  waiting: { saleId: string; places: number }[]
}

/** How many tickets one basket may have of a share: the others there must not wait for a single one. Groups are let in. */
const mostOf = (places: number, least: number) => Math.min(places, Math.max(4, Math.floor(places / 4), least))

/** Why a basket gets nothing of a share now; the message is for the buyer. */
interface ShareProblem {
  error: string
  /** It waits for the share, before those that come later. */
  waits: boolean
}

/**
 * Returns why a basket gets nothing of a share now: it wants too much at a time, or others come first. `least` is the
 * smallest number that its ticket types are sold in.
 */
export function shareProblem(
  { places, held, waiting }: AddressShare,
  saleId: string,
  wanted: number,
  least: number,
): ShareProblem | null {
  const most = mostOf(places, least)
  if (most < Math.max(1, least)) return { error: `${manyUnbought}. Please try again later`, waits: false }
  if (wanted > most)
    return { error: `${manyUnbought}. Please choose at most ${most} at a time`, waits: false }
  const turn = waiting.findIndex((one) => one.saleId === saleId)
  const before = turn < 0 ? waiting : waiting.slice(0, turn)
  const ahead = before.reduce((sum, one) => sum + one.places, 0)
  return held + ahead + wanted > places ? { error: comeBack, waits: true } : null
}

const manyUnbought = 'Many of these tickets were reserved from your network and not bought'

const comeBack = `${manyUnbought}. Please try again in ten minutes: you are then before those who come later`

const statement = `
  select k.pool_id as "poolId", k.held_from as "heldFrom", (p.capacity - p.sold) / 2 as share,
    s.id as "saleId", s.is_held as "isHeld", s.places, s.least
  from unnest($1::text[], $2::text[]) k(pool_id, held_from)
  join pools p on p.id = k.pool_id
  left join lateral (
    select open.*, (select sum(l.qty)::int from sale_tickets l join ticket_types t on t.id = l.ticket_type_id
      where l.sale_id = open.id and t.pool_id = k.pool_id) as places,
      (select sum(t.min_per_customer)::int from sale_tickets l join ticket_types t on t.id = l.ticket_type_id
      where l.sale_id = open.id and t.pool_id = k.pool_id) as least
    from (
      select id, waits_since, held_until is not null as is_held from sales
      where held_from = k.held_from and (held_until is not null
        or held_until is null and waits_until > shop_now())
      offset 0
    ) open
  ) s on s.places > 0
  order by s.waits_since, s.id`

interface Row {
  poolId: string
  heldFrom: string
  share: number
  saleId: string | null
  isHeld: boolean | null
  places: number | null
  least: number | null
}

/** Reads the shares of limited addresses, each once. Lock the stock and the reservers before (`lockReservers`). */
export async function readShares(trx: Transaction, all: Unbought[]): Promise<AddressShare[]> {
  const limited = [...new Map(all.map((one) => [`${one.poolId} ${one.who}`, one])).values()]
  if (limited.length === 0) return []
  const values = [limited.map(({ poolId }) => poolId), limited.map(({ who }) => who)]
  const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(statement, values))
  const shares = new Map<string, AddressShare>()
  for (const { poolId, heldFrom, share, saleId, isHeld, places, least } of rows) {
    const key = `${poolId} ${heldFrom}`
    const own = shares.get(key) ?? { poolId, heldFrom, places: share, held: 0, waiting: [] }
    shares.set(key, own)
    if (!saleId || !places) continue
    // A basket that has grown since it began to wait does not keep the others waiting for more than it can get
    const counted = isHeld ? places : Math.min(places, mostOf(share, least ?? 0))
    noteInShare(own, saleId, counted, isHeld ?? false)
  }
  return [...shares.values()]
}

/** Notes in a share that a basket has got its tickets, or waits for them. */
export function noteInShare(share: AddressShare, saleId: string, places: number, isHeld: boolean): void {
  if (isHeld) {
    share.held += places
    share.waiting = share.waiting.filter((one) => one.saleId !== saleId)
  } else if (share.waiting.every((one) => one.saleId !== saleId)) share.waiting.push({ saleId, places })
}

const keepPlaces = `
  update sales set held_from = w.held_from,
    waits_since = case when waits_until > shop_now() then waits_since else shop_now() end,
    waits_until = shop_now() + interval '${keptForMinutes} minutes'
  from unnest($1::uuid[], $2::text[]) w(id, held_from) where sales.id = w.id`

/** Has locked baskets without a hold wait for the share of their address; those that wait keep their places. */
export async function keepWaiting(
  trx: Transaction,
  waiting: { saleId: string; heldFrom: string }[],
): Promise<void> {
  if (waiting.length === 0) return
  const values = [waiting.map(({ saleId }) => saleId), waiting.map(({ heldFrom }) => heldFrom)]
  await defer(trx, CompiledQuery.raw(keepPlaces, values))
}
