import { CompiledQuery } from 'kysely'

import { lockingRows } from '#server/database/row-locks.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Sale } from './basket-rows.ts'
import { countUnbought } from './unbought-tickets.ts'

/** Releases everything that a locked sale holds; the sale becomes a basket again. Does nothing without a hold. */
export async function releaseHold(trx: Transaction, sale: Sale): Promise<void> {
  if (sale.held_until && !sale.paid_at) await releaseHolds(trx, [sale.id])
}

// Each statement locks its rows by id first, and they come in the order in which a hold takes them (`lockStock`): a
// transaction that waits for another never holds what that one waits for.
const freeStock = [
  `with freed as (
    select t.pool_id as id, sum(l.held_qty) as places
    from sale_tickets l join ticket_types t on t.id = l.ticket_type_id
    where l.sale_id = any($1::uuid[]) and l.held_qty > 0 group by t.pool_id
  ), locked as (
    select p.id, freed.places from pools p join freed on freed.id = p.id order by p.id for update of p
  ) update pools set held = pools.held - locked.places from locked where pools.id = locked.id`,
  `with freed as (
    select code, count(*) as uses from sale_codes where sale_id = any($1::uuid[]) and is_held group by code
  ), locked as (
    select c.code, freed.uses from discount_codes c join freed on freed.code = c.code order by c.code for update of c
  ) update discount_codes set held = discount_codes.held - locked.uses from locked
    where discount_codes.code = locked.code`,
  `with freed as (
    select issued_voucher_id as id, sum(held_amount) as amount from sale_vouchers_applied
    where sale_id = any($1::uuid[]) and held_amount > 0 group by issued_voucher_id
  ), locked as (
    select v.id, freed.amount from issued_vouchers v join freed on freed.id = v.id order by v.id for update of v
  ) update issued_vouchers set held = issued_vouchers.held - locked.amount from locked
    where issued_vouchers.id = locked.id`,
]

const endHolds = `with codes as (
    update sale_codes set is_held = false where sale_id = any($1::uuid[]) and is_held
  ), vouchers as (
    update sale_vouchers_applied set held_amount = 0 where sale_id = any($1::uuid[]) and held_amount > 0
  ), lines as (
    update sale_tickets set held_qty = 0, price = null, booking_fee = null, absorb_fee = null
    where sale_id = any($1::uuid[])
  ) update sales set held_until = null, extended_seconds = 0, held_from = null, total = null, state = 'basket', captcha_passed_at = null,
      captcha_asked_at = null, truelayer_returned_from = null, updated_at = shop_now()
    where id = any($1::uuid[])`

const scarceRows = `
  select distinct 'pool ' || t.pool_id as row
  from sale_tickets l join ticket_types t on t.id = l.ticket_type_id
  where l.sale_id = any($1::uuid[]) and l.held_qty > 0
  union select 'code ' || code from sale_codes where sale_id = any($1::uuid[]) and is_held
  order by row`

/** Releases everything that locked, unpaid sales hold; they become baskets again. */
export async function releaseHolds(trx: Transaction, saleIds: string[]): Promise<void> {
  if (saleIds.length === 0) return
  const { rows } = await trx.executeQuery<{ row: string }>(CompiledQuery.raw(scarceRows, [saleIds]))
  await lockingRows(
    trx,
    rows.map(({ row }) => row),
    async () => {
      for (const statement of freeStock) await trx.executeQuery(CompiledQuery.raw(statement, [saleIds]))
      await countUnbought(trx, saleIds)
      await trx.executeQuery(CompiledQuery.raw(endHolds, [saleIds]))
    },
  )
}
