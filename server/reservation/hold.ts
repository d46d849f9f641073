import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { linesByPool, places } from '#server/basket/pool-places.ts'
import { isDiscountOpen, readBasket, type Basket, type TicketRow } from '#server/basket/read-basket.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import type { Work } from '#server/database/transaction.ts'
import { keepSeats } from '#server/seats/claims.ts'

/** Duration of a hold, in seconds. */
export const holdSeconds = 600

/** The basket cannot be reserved; roll back what was taken. The message is for the buyer. */
export class ReservationError extends Error {
  override name = 'ReservationError'
}

/** The discount code cannot be used any more; the basket can be held without it. */
class CodeUsedUp extends ReservationError {
  override name = 'CodeUsedUp'
}

/**
 * Like `takeHold`, but returns false, with nothing held, if the code cannot be used any more or the total would not be
 * `total` (pence; null for any). Throws `ReservationError`, with nothing held.
 */
export async function takeHoldAt(trx: Work, basket: Basket, total: number | null): Promise<boolean> {
  await sql`savepoint before_hold`.execute(trx)
  try {
    await takeHold(trx, basket)
    if (total === null || totalsOf(await readBasket(trx, basket.sale.id)).total === total) return true
  } catch (error) {
    if (!(error instanceof ReservationError)) throw error
    await sql`rollback to savepoint before_hold`.execute(trx)
    if (error instanceof CodeUsedUp) return false
    throw error
  }
  await sql`rollback to savepoint before_hold`.execute(trx)
  return false
}

/**
 * Holds a locked sale's places, a use of its discount code and the money on its gift vouchers, and freezes the prices.
 * The order of locks avoids deadlocks: the sale, its customer (`findExcess`), pools, the code, vouchers, seats, each by id.
 * Numbered seats must have been taken over before (`takeSeats`). Throws `ReservationError`.
 */
export async function takeHold(trx: Work, basket: Basket): Promise<void> {
  const { sale } = basket
  for (const [poolId, lines] of linesByPool(basket.tickets)) await takePlaces(trx, poolId, lines)
  await takeCode(trx, basket)
  await takeVouchers(trx, basket)
  if (!(await keepSeats(trx, sale.id, holdSeconds)))
    throw new ReservationError('Sorry, your seats are not held any more. Please try again')
  await trx
    .updateTable('sale_tickets')
    .from('ticket_types')
    .set((eb) => ({
      held_qty: eb.ref('sale_tickets.qty'),
      price: eb.ref('ticket_types.price'),
      booking_fee: eb.ref('ticket_types.booking_fee'),
      absorb_fee: eb.ref('ticket_types.absorb_fee'),
    }))
    .whereRef('ticket_types.id', '=', 'sale_tickets.ticket_type_id')
    .where('sale_tickets.sale_id', '=', sale.id)
    .execute()
  await trx
    .updateTable('sales')
    .set({
      held_until: shopNowPlus(holdSeconds),
      reference: sale.reference ?? newReference(),
      updated_at: shopNow,
    })
    .where('id', '=', sale.id)
    .execute()
}

async function takePlaces(trx: Work, poolId: string, lines: TicketRow[]): Promise<void> {
  const wanted = places(lines, 'qty')
  const taken = await trx
    .updateTable('pools')
    .set((eb) => ({ held: eb('held', '+', wanted) }))
    .where('id', '=', poolId)
    .where(sql<boolean>`held + sold + ${wanted} <= capacity`)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) {
    const names = lines.map((line) => `${line.event_title} - ${line.name}`).join(', ')
    throw new ReservationError(
      `Sorry, there are not enough tickets left for ${names}. Please choose fewer or another date`,
    )
  }
}

async function takeCode(trx: Work, { sale, discount }: Basket): Promise<void> {
  if (!discount) return
  const taken = await trx
    .updateTable('discount_codes')
    .set((eb) => ({ held: eb('held', '+', 1) }))
    .where('code', '=', discount.code)
    .where(isDiscountOpen())
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw new CodeUsedUp(`The code ${discount.code} can no longer be used`)
  await trx.updateTable('sale_codes').set({ is_held: true }).where('sale_id', '=', sale.id).execute()
}

async function takeVouchers(trx: Work, { sale, appliedVouchers }: Basket): Promise<void> {
  if (appliedVouchers.length === 0) return
  const ids = appliedVouchers.map((voucher) => voucher.id)
  await trx
    .selectFrom('issued_vouchers')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Reads the balances again after locking, because they may have changed.
  const { vouchersApplied } = totalsOf(await readBasket(trx, sale.id))
  for (const [id, amount] of Object.entries(vouchersApplied).toSorted()) {
    await trx
      .updateTable('issued_vouchers')
      .set((eb) => ({ held: eb('held', '+', amount) }))
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('sale_vouchers_applied')
      .set({ held_amount: amount })
      .where('sale_id', '=', sale.id)
      .where('issued_voucher_id', '=', id)
      .execute()
  }
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Generates an unguessable, readable reference: 26 letters of 5 random bits each. */
function newReference(): string {
  return Array.from(randomBytes(26), (byte) => letters[byte % 32]).join('')
}
