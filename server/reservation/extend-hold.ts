import { sql } from 'kysely'

import { holdExpired } from '#server/basket/own-sale.ts'
import type { Basket } from '#server/basket/read-basket.ts'
import { lockBasket, messages } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { interval, shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { keepAdmissions } from '#server/waiting-room/pass-waiting-room.ts'

/** By how much a hold is made longer when its buyer asks for more time, in seconds. */
export const extensionSeconds = 300

export const refusals = {
  again: 'You have had more time for these tickets already',
  othersWait: 'Others are waiting for these tickets, so we cannot hold them any longer',
} as const

/** The answer to a buyer who asks for more time. */
interface Extension {
  extended: boolean
  /** Whole seconds left of the hold, whether or not it was made longer. */
  seconds_remaining: number
  /** Why it was not made longer; '' if it was. */
  message: string
}

/**
 * Makes the hold of the session's sale longer, once, unless others wait for its tickets. A payment in progress does not matter: its
 * buyer may need the time if it fails. Throws `HttpError` 409 without a hold, and once it has expired.
 */
export async function extendHold(db: Database, { saleId }: Session): Promise<Extension> {
  if (!saleId) throw new HttpError(409, messages.noBasket)
  const { rooms, ...extension } = await inTransaction(db, (trx) => extendIn(trx, saleId))
  // Who edits the basket afterwards is still admitted.
  if (extension.extended && rooms.length > 0) await keepAdmissions(db, saleId, rooms)
  return extension
}

async function extendIn(trx: Transaction, saleId: string): Promise<Extension & { rooms: string[] }> {
  const basket = await lockBasket(trx, saleId)
  const { sale, now, secondsRemaining } = basket
  if (sale.paid_at) throw new HttpError(409, messages.paid)
  if (!sale.held_until || sale.held_until <= now) throw new HttpError(409, holdExpired)
  const rooms = roomsOf(basket)
  const left = { seconds_remaining: secondsRemaining ?? 0, rooms }
  if (sale.extended_seconds > 0) return { extended: false, ...left, message: refusals.again }
  if (await isAnyoneWaiting(trx, rooms)) return { extended: false, ...left, message: refusals.othersWait }
  await trx
    .updateTable('sales')
    .set({
      held_until: sql<Date>`held_until + ${interval(extensionSeconds)}`,
      extended_seconds: extensionSeconds,
      updated_at: shopNow,
    })
    .where('id', '=', saleId)
    .execute()
  return { extended: true, rooms, seconds_remaining: left.seconds_remaining + extensionSeconds, message: '' }
}

/**
 * Returns whether the buyer may ask for more time: this hold was not made longer yet, and nobody waits for its tickets. Before the hold,
 * nobody is asked about.
 */
export async function canExtendHold(db: Database, basket: Basket): Promise<boolean> {
  const { paid_at, extended_seconds, held_until } = basket.sale
  if (paid_at || extended_seconds > 0) return false
  return !held_until || !(await isAnyoneWaiting(db, roomsOf(basket)))
}

/** The events of a basket that have a waiting room. */
const roomsOf = ({ events }: Basket) =>
  events.filter(({ waiting_room_capacity }) => waiting_room_capacity !== null).map(({ id }) => id)

/** Asks twice, because the indexes of those who wait are of those with a number and of those without. */
async function isAnyoneWaiting(db: Database, eventIds: string[]): Promise<boolean> {
  if (eventIds.length === 0) return false
  const { isWaiting } = await db
    .selectNoFrom(({ selectFrom, exists, or }) => {
      const waiting = selectFrom('waiting_room_places')
        .select('id')
        .where('event_id', 'in', eventIds)
        .where('status', '=', 'waiting')
      return or([
        exists(waiting.where('number', 'is not', null)),
        exists(waiting.where('number', 'is', null)),
      ]).as('isWaiting')
    })
    .executeTakeFirstOrThrow()
  return Boolean(isWaiting)
}
