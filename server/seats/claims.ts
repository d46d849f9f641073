import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { secondsUntil, shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'

import { includesSeat } from './sale-seats.ts'
import { basketSeconds, lockHeldSeats, type SeatKey } from '#server/basket/line-seats.ts'

/** How long taking seats over may take, in seconds: a few calls to the provider, and a second try by the buyer. */
const takingSeconds = 120
/** How long a token must last from a reservation on: fifteen minutes, a payment in progress, and some more to book. */
const neededSeconds = 55 * 60

/** Until when the seats of an order are kept. */
const forGood = sql<Date>`'infinity'::timestamptz`

/** The token of claims that a sale has on a date. */
interface ShopToken {
  token: string
  /** Seconds until it expires at the provider. */
  seconds: number
}

/**
 * Reads the seats of an unreserved, unpaid sale that the shop does not hold for it at the provider, or not for long enough.
 * Those that it holds are kept a little longer, so that they are not released meanwhile.
 */
export async function readOpenSeats(db: Database, saleId: string) {
  return db
    .with('safe', (eb) =>
      eb
        .updateTable('seat_claims')
        .set(({ fn }) => ({ kept_until: fn<Date>('greatest', ['kept_until', shopNowPlus(takingSeconds)]) }))
        .where('sale_id', '=', saleId)
        .where('status', '=', 'held')
        .where('token_ends_at', '>', shopNowPlus(neededSeconds))
        .returning(['event_date_id', 'label']),
    )
    .selectFrom('sale_seats')
    .innerJoin('sales', 'sales.id', 'sale_seats.sale_id')
    .innerJoin('event_dates', 'event_dates.id', 'sale_seats.event_date_id')
    .leftJoin('seat_claims', (join) =>
      join
        .onRef('seat_claims.event_date_id', '=', 'sale_seats.event_date_id')
        .onRef('seat_claims.label', '=', 'sale_seats.label')
        .onRef('seat_claims.sale_id', '=', 'sale_seats.sale_id'),
    )
    .select([
      'sale_seats.event_date_id',
      'sale_seats.label',
      'sale_seats.section',
      'sale_seats.row_name',
      'sale_seats.number',
      'sale_seats.chart_token',
      'event_dates.provider_identifier as event',
      'seat_claims.token',
    ])
    .where('sale_seats.sale_id', '=', saleId)
    .where('sales.paid_at', 'is', null)
    .where('sales.held_until', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('safe')
            .select('safe.label')
            .whereRef('safe.event_date_id', '=', 'sale_seats.event_date_id')
            .whereRef('safe.label', '=', 'sale_seats.label'),
        ),
      ),
    )
    .orderBy('sale_seats.seat_number')
    .execute()
}

/** Finds a token of the shop that already holds seats of a date for a sale, and lasts long enough. */
export async function findToken(
  db: Database,
  saleId: string,
  eventDateId: string,
): Promise<ShopToken | undefined> {
  return (
    db
      .selectFrom('seat_claims')
      .select('token')
      .select(secondsUntil('token_ends_at').as('seconds'))
      .where('sale_id', '=', saleId)
      .where('event_date_id', '=', eventDateId)
      // A release may be under way with the token of any other claim, and would free what is taken with it.
      .where(({ or, and, eb }) =>
        or([eb('status', '=', 'held'), and([eb('status', '=', 'freeing'), eb('tries', '=', 0)])]),
      )
      .where('token_ends_at', '>', shopNowPlus(neededSeconds))
      .orderBy('token_ends_at', 'desc')
      .executeTakeFirst()
  )
}

/**
 * Claims seats of a date for a sale, all or none. Returns those that another sale has: then nothing is claimed. Throws
 * `SeatsBusy` if another request is taking them for the same sale.
 */
export async function claimSeats(
  db: Database,
  saleId: string,
  seats: SeatKey[],
  { token, seconds }: ShopToken,
): Promise<SeatKey[]> {
  // Sorted, because simultaneous claims lock rows in this order.
  const keys = seats
    .map(({ event_date_id, label }) => ({ event_date_id, label }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
  const values = {
    sale_id: saleId,
    token,
    token_ends_at: shopNowPlus(seconds),
    status: 'taking' as const,
    kept_until: shopNowPlus(takingSeconds),
    tries: 0,
    next_try_at: shopNow,
  }
  try {
    await inTransaction(db, async (trx) => {
      const claimed = await trx
        .insertInto('seat_claims')
        .values(keys.map((key) => ({ ...key, ...values })))
        .onConflict((conflict) =>
          conflict
            .columns(['event_date_id', 'label'])
            .doUpdateSet(values)
            .where(({ or, and, eb }) => {
              const isOwn = eb('seat_claims.sale_id', '=', saleId)
              return or([
                and([
                  eb('seat_claims.status', '=', 'freeing'),
                  or([eb('seat_claims.token', '<>', token), eb('seat_claims.tries', '=', 0)]),
                ]),
                and([
                  isOwn,
                  eb('seat_claims.status', '=', 'held'),
                  eb('seat_claims.token_ends_at', '<=', shopNowPlus(neededSeconds)),
                  // The sale may have been paid since its seats were read.
                  eb('seat_claims.kept_until', '<', forGood),
                ]),
                and([
                  isOwn,
                  eb('seat_claims.status', '=', 'taking'),
                  eb('seat_claims.kept_until', '<=', shopNow),
                ]),
              ])
            }),
        )
        .returning('label')
        .execute()
      const lost = keys.filter((key) => !claimed.some(({ label }) => label === key.label))
      if (lost.length > 0) throw (await hasClaim(trx, saleId, lost)) ? new SeatsBusy() : new SeatsLost(lost)
    })
    return []
  } catch (error) {
    if (error instanceof SeatsLost) return error.seats
    throw error
  }
}

async function hasClaim(trx: Transaction, saleId: string, seats: SeatKey[]): Promise<boolean> {
  const own = await trx
    .selectFrom('seat_claims')
    .select('label')
    .where('sale_id', '=', saleId)
    .where('event_date_id', '=', seats[0]?.event_date_id ?? '')
    .where(
      'label',
      'in',
      seats.map(({ label }) => label),
    )
    .executeTakeFirst()
  return own !== undefined
}

/** Another request is taking the same seats for the same sale. The message is for the buyer. */
export class SeatsBusy extends Error {
  override name = 'SeatsBusy'
  constructor() {
    super('Your seats are being added already. Please try again in a moment')
  }
}

class SeatsLost extends Error {
  readonly seats: SeatKey[]
  constructor(seats: SeatKey[]) {
    super('Another sale has these seats')
    this.seats = seats
  }
}

/** Records that the provider holds the claimed seats under the token. Returns false if that took too long. */
export async function confirmClaims(db: Database, seats: SeatKey[], token: string): Promise<boolean> {
  const confirmed = await takingOf(db, seats, token)
    .set({ status: 'held', kept_until: shopNowPlus(basketSeconds) })
    .returning(['event_date_id', 'label'])
    .execute()
  return seats.every((seat) => includesSeat(seat, confirmed))
}

/**
 * Cancels claims that could not be taken; `syncSeats` releases what the provider holds of them all the same. If the outcome
 * is unknown (`isOpen`), it waits, because the buyer may try again.
 */
export async function releaseClaims(
  db: Database,
  seats: SeatKey[],
  token: string,
  isOpen: boolean,
): Promise<void> {
  await takingOf(db, seats, token)
    .set({ status: 'freeing', next_try_at: isOpen ? shopNowPlus(takingSeconds) : shopNow })
    .execute()
}

/** Claims of one date that a request is taking; another request may be taking others with the same token. */
function takingOf(db: Database, seats: SeatKey[], token: string) {
  return db
    .updateTable('seat_claims')
    .where('token', '=', token)
    .where('status', '=', 'taking')
    .where(
      'label',
      'in',
      seats.map(({ label }) => label),
    )
}

/** Reads the seats that are held for a sale, or being taken. */
export function readHeldSeats(db: Database, saleId: string): Promise<SeatKey[]> {
  return db
    .selectFrom('seat_claims')
    .select(['event_date_id', 'label'])
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['held', 'taking'])
    .execute()
}

/** Reads the labels of a date's seats that any sale has: held, being taken, or sold. */
export async function readClaimedLabels(db: Database, eventDateId: string): Promise<Set<string>> {
  const claims = await db
    .selectFrom('seat_claims')
    .select('label')
    .where('event_date_id', '=', eventDateId)
    .where('status', '<>', 'freeing')
    .execute()
  return new Set(claims.map(({ label }) => label))
}

/** Keeps the seats of a locked sale for as long as its hold; returns false if the provider does not hold all of them. */
export async function keepSeats(trx: Transaction, saleId: string, seconds: number): Promise<boolean> {
  return setKept(trx, saleId, shopNowPlus(seconds))
}

/** Keeps the seats of a locked sale for good; returns false, with nothing changed, if the shop does not hold all of them. */
export async function sellSeats(trx: Transaction, saleId: string): Promise<boolean> {
  return setKept(trx, saleId, forGood)
}

/** Gives seats of an order back, to be sold again; `syncSeats` releases them at the provider. */
export async function freeSeats(trx: Transaction, saleId: string, seats: SeatKey[]): Promise<void> {
  for (const [eventDateId, ofDate] of Map.groupBy(seats, ({ event_date_id }) => event_date_id))
    await trx
      .updateTable('seat_claims')
      .set({ status: 'freeing', tries: 0, next_try_at: shopNow })
      .where('sale_id', '=', saleId)
      .where('event_date_id', '=', eventDateId)
      .where(
        'label',
        'in',
        ofDate.map(({ label }) => label),
      )
      .execute()
}

async function setKept(
  trx: Transaction,
  saleId: string,
  until: ReturnType<typeof shopNowPlus>,
): Promise<boolean> {
  const seats = await trx
    .selectFrom('sale_seats')
    .select(['event_date_id', 'label'])
    .where('sale_id', '=', saleId)
    .execute()
  if (seats.length === 0) return true
  const held = await lockHeldSeats(trx, saleId)
  if (!seats.every((seat) => includesSeat(seat, held))) return false
  await trx
    .updateTable('seat_claims')
    .set({ kept_until: until, tries: 0, next_try_at: shopNow })
    .where('sale_id', '=', saleId)
    .where('status', '=', 'held')
    .execute()
  return true
}
