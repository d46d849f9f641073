import { randomBytes } from 'node:crypto'

import { CompiledQuery } from 'kysely'

import { linesByPool, sumQuantity } from '#server/basket/lines-by-pool.ts'
import type { Basket } from '#server/basket/read-basket.ts'
import { holdSeconds } from '#server/basket/sale.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { keepSeats } from '#server/seats/claims.ts'

import { takeFromStock, type Hold } from './judge.ts'
import { lockStock } from './stock.ts'

/**
 * Holds everything of a locked, unreserved sale at that total (pence), whether or not it is on sale. Returns false, with
 * nothing held, if something is not available any more or costs another amount. Numbered seats must have been taken over
 * before (`takeSeats`).
 */
export async function takeHoldAt(trx: Transaction, basket: Basket, total: number): Promise<boolean> {
  const verdict = takeFromStock(basket, await lockStock(trx, [basket]), total)
  if (verdict.kind !== 'held' || !(await keepSeats(trx, basket.sale.id, holdSeconds))) return false
  await writeHolds(trx, [verdict.hold])
  return true
}

/** Freezes the lines of sales at their prices and starts their holds. The conditions are a guard: the stock is locked. */
const holdTickets = `with held as (
    update pools set held = pools.held + w.places from unnest($1::text[], $2::int[]) w(id, places)
    where pools.id = w.id and pools.held + pools.sold + w.places <= pools.capacity
    returning 1
  ), lines as (
    update sale_tickets l
    set held_qty = l.qty, price = w.price, booking_fee = w.booking_fee, absorb_fee = w.absorb_fee
    from unnest($3::uuid[], $4::text[], $5::int[], $6::int[], $7::boolean[])
      w(sale_id, ticket_type_id, price, booking_fee, absorb_fee)
    where l.sale_id = w.sale_id and l.ticket_type_id = w.ticket_type_id
  ), reserved as (
    update sales s
    set held_until = shop_now() + make_interval(secs => ${holdSeconds}), reference = w.reference, state = 'reserve',
      held_from = coalesce(w.held_from, s.held_from), waits_since = null, extended_seconds = 0,
      reserve_count = s.reserve_count + 1, captcha_asked_at = null, edit_basket_clicked = false, had_mismatching_currencies = false,
      reserving_error = '', basket_errors = '', basket_success = '', payment_error = '', updated_at = shop_now()
    from unnest($8::uuid[], $9::text[], $10::text[]) w(id, reference, held_from) where s.id = w.id
  ) select count(*)::int as count from held`

const holdCodes = `with held as (
    update discount_codes c set held = c.held + w.uses from unnest($1::text[], $2::int[]) w(code, uses)
    where c.code = w.code and (c.max_uses is null or c.held + c.used + w.uses <= c.max_uses)
    returning 1
  ), marked as (update sale_codes set is_held = true where sale_id = any($3::uuid[]))
  select count(*)::int as count from held`

const holdVouchers = `with held as (
    update issued_vouchers v set held = v.held + w.amount from unnest($1::uuid[], $2::int[]) w(id, amount)
    where v.id = w.id and v.held + w.amount <= v.balance
    returning 1
  ), applied as (
    update sale_vouchers_applied a set held_amount = w.amount
    from unnest($3::uuid[], $4::uuid[], $5::int[]) w(sale_id, id, amount)
    where a.sale_id = w.sale_id and a.issued_voucher_id = w.id
  ) select count(*)::int as count from held`

/** Writes holds of locked sales that were judged on locked stock. Returns the references of their sales. */
export async function writeHolds(trx: Transaction, holds: Hold[]): Promise<string[]> {
  if (holds.length === 0) return []
  const references = holds.map(({ basket }) => basket.sale.reference ?? newReference())
  const lines = holds.flatMap(({ basket }) =>
    basket.tickets.map((line) => ({ ...line, sale_id: basket.sale.id })),
  )
  const ids = holds.map(({ basket }) => basket.sale.id)
  await write(trx, holdTickets, sumBy(holds.flatMap(({ basket }) => quantityByPool(basket))), [
    lines.map((line) => line.sale_id),
    lines.map((line) => line.ticket_type_id),
    lines.map((line) => line.price),
    lines.map((line) => line.booking_fee),
    lines.map((line) => line.absorb_fee),
    ids,
    references,
    holds.map(({ heldFrom }) => heldFrom),
  ])
  const coded = holds.flatMap(({ basket: { sale, discount } }) => (discount ? [{ sale, discount }] : []))
  if (coded.length > 0)
    await write(trx, holdCodes, sumBy(coded.map(({ discount }) => [discount.code, 1])), [
      coded.map(({ sale }) => sale.id),
    ])
  const applied = holds.flatMap(({ basket: { sale }, vouchersApplied }) =>
    Object.entries(vouchersApplied).map(([id, amount]) => ({ saleId: sale.id, id, amount })),
  )
  if (applied.length > 0)
    await write(trx, holdVouchers, sumBy(applied.map(({ id, amount }) => [id, amount])), [
      applied.map(({ saleId }) => saleId),
      applied.map(({ id }) => id),
      applied.map(({ amount }) => amount),
    ])
  return references
}

/** Takes amounts from rows by key, with what else the statement writes. Throws if a row has less, which rolls back. */
async function write(
  trx: Transaction,
  statement: string,
  amounts: Map<string, number>,
  others: unknown[][],
): Promise<void> {
  const values = [[...amounts.keys()], [...amounts.values()], ...others]
  const { rows } = await trx.executeQuery<{ count: number }>(CompiledQuery.raw(statement, values))
  if (rows[0]?.count !== amounts.size) throw new Error('The stock has changed although it was locked')
}

function quantityByPool({ tickets }: Basket): [string, number][] {
  return linesByPool(tickets).map(([poolId, lines]) => [poolId, sumQuantity(lines, 'qty')])
}

function sumBy(amounts: [string, number][]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0) + amount)
  return sums
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Generates an unguessable, readable reference: 26 letters of 5 random bits each. */
function newReference(): string {
  return Array.from(randomBytes(26), (byte) => letters[byte % 32]).join('')
}
