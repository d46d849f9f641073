import { sql, type ExpressionBuilder } from 'kysely'
import { createMiddleware } from 'hono/factory'

import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { isReading } from '#server/http/body.ts'
import { describeError, type Log } from '#server/log.ts'
import { SeatsRejected, type SeatingProvider, type SeatState } from '#server/providers/seating-provider.ts'
import { seatingProvider, type SeatsContext, type SeatsEnv } from './seats-env.ts'

import { endAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'
import { forEachOf } from '#server/database/for-each-of.ts'
import { nextTry } from '#server/database/next-try.ts'

interface SyncContext extends SeatsContext {
  log: Log
}

const longestPauseSeconds = 15 * 60
/** Tries after which a change that fails raises an alarm: a minute after the first if refused, otherwise an hour. */
const triesBeforeAlarm = { refused: 2, unanswered: 8 }
const maxAtOnce = 200

/**
 * Tells the seating provider what has become of the seats that the shop holds: books those of paid orders, and releases those
 * that no basket keeps. What must be told follows from the sale, so nothing is forgotten if a process stops in between.
 * What fails is tried again later, with pauses; it raises an alarm if it is refused, or fails for long, which ends when it is done.
 */
export async function syncSeats(context: SyncContext): Promise<void> {
  const due = await dueClaims(context.db).limit(maxAtOnce).execute()
  const groups = Map.groupBy(due, ({ event_date_id, token, wanted }) =>
    [event_date_id, token, wanted].join(' '),
  )
  await forEachOf([...groups.values()], (work) => syncGroup(context, work))
}

/**
 * Middleware that tells the seating provider at once what a request has changed; the buyer does not wait for it. Requests that
 * come while it is told are served together afterwards.
 */
export function syncSeatsAfterwards() {
  const tell = batched(
    async (contexts: SyncContext[]) => {
      const [first] = contexts as [SyncContext]
      await syncSeats(first).catch((error: unknown) =>
        first.log({ event: 'seats not told', ...describeError(error) }),
      )
      return contexts
    },
    { max: Infinity, atOnce: 1 },
  )
  return createMiddleware<SeatsEnv>(async (c, next) => {
    await next()
    if (!isReading(c.req.method)) void tell(c.var)
  })
}

type DueClaim = Awaited<ReturnType<ReturnType<typeof dueClaims>['execute']>>[number]

/** Claims of which the provider must be told something now. */
function dueClaims(db: Database) {
  // What is being taken over is left alone for its time: the buyer may try again.
  const wanted = sql<'booked' | 'held' | 'free'>`case
    when seat_claims.status = 'taking' and seat_claims.kept_until > shop_now() then 'held'
    when seat_claims.status = 'freeing' or sale_seats.label is null then 'free'
    when sales.paid_at is not null then 'booked'
    when sales.held_until is not null or seat_claims.kept_until > shop_now() then 'held'
    else 'free'
  end`
  return db
    .selectFrom('seat_claims')
    .innerJoin('event_dates', 'event_dates.id', 'seat_claims.event_date_id')
    .leftJoin('sale_seats', (join) =>
      join
        .onRef('sale_seats.sale_id', '=', 'seat_claims.sale_id')
        .onRef('sale_seats.event_date_id', '=', 'seat_claims.event_date_id')
        .onRef('sale_seats.label', '=', 'seat_claims.label'),
    )
    .leftJoin('sales', 'sales.id', 'sale_seats.sale_id')
    .select([
      'seat_claims.event_date_id',
      'seat_claims.label',
      'seat_claims.sale_id',
      'seat_claims.token',
      'seat_claims.tries',
      'event_dates.provider_identifier as event',
      wanted.as('wanted'),
    ])
    .where('seat_claims.status', '<>', 'booked')
    .where('seat_claims.next_try_at', '<=', shopNow)
    .where(sql<boolean>`${wanted} <> 'held'`)
    .orderBy('seat_claims.next_try_at')
    .orderBy('seat_claims.event_date_id')
    .orderBy('seat_claims.label')
}

async function syncGroup(context: SyncContext, group: DueClaim[]): Promise<void> {
  const work = await takeDueClaims(context.db, group)
  const [first] = work
  if (!first) return
  try {
    const provider = seatingProvider(context)
    const found = await provider.find(
      first.event,
      work.map(({ label }) => label),
    )
    await (first.wanted === 'booked' ? book : release)(context.db, provider, work, found)
  } catch (error) {
    context.log({ event: 'seats not told', kind: first.wanted, ...describeError(error) })
    const most = triesBeforeAlarm[error instanceof SeatsRejected ? 'refused' : 'unanswered']
    if (first.tries + 1 >= most) await raiseOutOfSync(context.db, first, work, error)
  }
}

/**
 * Takes work, unless another process has, and sets its next try first, in case the provider does not answer. Asks again after
 * locking the claims, because their sale may have been reserved or paid meanwhile.
 */
function takeDueClaims(db: Database, group: DueClaim[]): Promise<DueClaim[]> {
  return inTransaction(db, async (trx) => {
    const locked = await trx
      .selectFrom('seat_claims')
      .select(['event_date_id', 'label'])
      .where('event_date_id', '=', group[0]?.event_date_id ?? '')
      .where('token', '=', group[0]?.token ?? '')
      .where(
        'label',
        'in',
        group.map(({ label }) => label),
      )
      .orderBy('label')
      .forUpdate()
      .skipLocked()
      .execute()
    if (locked.length === 0) return []
    const labels = locked.map(({ label }) => label)
    const wanted = group[0]?.wanted
    const work = (
      await dueClaims(trx)
        .where('seat_claims.event_date_id', '=', group[0]?.event_date_id ?? '')
        .where('seat_claims.token', '=', group[0]?.token ?? '')
        .where('seat_claims.label', 'in', labels)
        .execute()
    ).filter((one) => one.wanted === wanted)
    if (work.length > 0)
      await claimsOf(trx, work)
        .set((eb) => ({
          tries: eb('tries', '+', 1),
          next_try_at: nextTry(longestPauseSeconds),
          ...(wanted === 'free' ? { status: 'freeing' as const } : {}),
        }))
        .execute()
    return work
  })
}

/** Books the seats of a paid order. Throws `SeatsRejected` if somebody else has one of them there. */
async function book(
  db: Database,
  provider: SeatingProvider,
  work: DueClaim[],
  found: Map<string, SeatState>,
): Promise<void> {
  const unbooked = work.filter(({ label, sale_id }) => !isBookedFor(found.get(label), sale_id))
  for (const held of Map.groupBy(unbooked, ({ label }) => found.get(label)?.token ?? null).values()) {
    const [{ event, token, sale_id }] = held as [DueClaim]
    const isHeld = found.get(held[0]?.label ?? '')?.status === 'held'
    const labels = held.map(({ label }) => label)
    await provider.book(event, labels, isHeld ? token : null, sale_id).catch(async (error: unknown) => {
      // Another process may have booked them meanwhile.
      const now = await provider.find(event, labels)
      if (!labels.every((label) => isBookedFor(now.get(label), sale_id))) throw error
    })
  }
  await inTransaction(db, async (trx) => {
    // The order may have been refunded meanwhile.
    await claimsOf(trx, work).set({ status: 'booked', tries: 0 }).where('status', '<>', 'freeing').execute()
    await endOutOfSync(trx, work)
  })
}

/** Releases seats that the provider still holds or books for the sale, and forgets the claims. */
async function release(
  db: Database,
  provider: SeatingProvider,
  work: DueClaim[],
  found: Map<string, SeatState>,
): Promise<void> {
  const [{ event, token, sale_id }] = work as [DueClaim]
  const labelsOf = (isOurs: (state: SeatState | undefined) => boolean) =>
    work.map(({ label }) => label).filter((label) => isOurs(found.get(label)))
  const held = labelsOf((state) => state?.status === 'held' && state.token === token)
  const booked = labelsOf((state) => isBookedFor(state, sale_id))
  if (held.length > 0) await provider.release(event, held, token)
  if (booked.length > 0) await provider.release(event, booked, null)
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('seat_claims').where(areOf(work)).where('status', '=', 'freeing').execute()
    await endOutOfSync(trx, work)
  })
}

function isBookedFor(state: SeatState | undefined, saleId: string): boolean {
  return state?.status === 'booked' && state.order === saleId
}

const claimsOf = (db: Database, work: DueClaim[]) => db.updateTable('seat_claims').where(areOf(work))

/** Whether claims are those of some work, which are of one date and token. */
const areOf = (work: DueClaim[]) => (eb: ExpressionBuilder<Tables, 'seat_claims'>) =>
  eb.and([
    eb('event_date_id', '=', work[0]?.event_date_id ?? ''),
    eb('token', '=', work[0]?.token ?? ''),
    eb(
      'label',
      'in',
      work.map(({ label }) => label),
    ),
  ])

async function raiseOutOfSync(
  db: Database,
  first: DueClaim,
  work: DueClaim[],
  error: unknown,
): Promise<void> {
  const { event_date_id, sale_id, wanted } = first
  const isOrder = wanted === 'booked'
  await inTransaction(db, async (trx) => {
    // Another process may have done it meanwhile.
    const undone = await trx
      .selectFrom('seat_claims')
      .select('label')
      .where(areOf(work))
      .where('status', '<>', 'booked')
      .forUpdate()
      .execute()
    if (undone.length === 0) return
    await raiseAlarm(trx, {
      kind: 'seats_out_of_step',
      about: alarmAbout(first),
      provider: seatsio,
      // The sale of a released seat may be deleted.
      saleId: isOrder ? sale_id : null,
      attemptId: null,
      details: {
        wanted,
        event_date: event_date_id,
        seats: work.map(({ label }) => label),
        ...describeError(error),
        ...(error instanceof SeatsRejected ? { reason: error.message } : {}),
      },
    })
  })
}

/** Closes the alarm that seats could not be booked or released, now that they are. */
async function endOutOfSync(db: Transaction, [first]: DueClaim[]): Promise<void> {
  if (!first) return
  const key = `seats_out_of_step:${seatsio}:${alarmAbout(first)}`
  await endAlarms(db, 'seats_out_of_step', (eb) => eb('key', '=', key))
}

const seatsio = 'seatsio'
const alarmAbout = ({ sale_id, event_date_id, wanted }: DueClaim) =>
  [sale_id, event_date_id, wanted].join(':')
