import { sql } from 'kysely'

import { linesByPool, places } from '#server/basket/pool-places.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Work } from '#server/database/transaction.ts'
import { customerOf, findExcess } from '#server/reservation/customer-limits.ts'
import { ReservationError, takeHoldAt } from '#server/reservation/hold.ts'
import { sellSeats } from '#server/seats/claims.ts'

import { newCode, newOrderReference } from './new-code.ts'
import { countReferral } from './count-referral.ts'
import { queueReceipt } from './payment-mails.ts'
import type { PlanTerms } from './plans/plan-terms.ts'
import { startPlan } from './plans/start-plan.ts'

/** A received payment; the amount is in pence, 0 for a free order. */
export interface Payment {
  amount: number
  currency: string
  basketVersion: number
  /** The plan whose first instalment it pays; null or missing for a payment in full. */
  plan?: PlanTerms | null
}

/**
 * Turns a locked sale into an order; the only place that does. Marks held stock as sold, issues tickets and gift vouchers,
 * starts the payment plan, and queues the receipt. Takes an expired hold again if everything is still available at the same price. Returns
 * false, with nothing changed, if the sale is already paid, has changed since, or cannot be fulfilled; the payment must
 * then be refunded.
 */
export async function markPaid(trx: Work, sale: Sale, payment: Payment): Promise<boolean> {
  if (sale.paid_at || sale.basket_version !== payment.basketVersion) return false
  const total = agreedTotal(payment)
  if (await isOverLimit(trx, sale)) return false
  if (!sale.held_until && !(await takeHoldAgain(trx, sale, total))) return false
  const basket = await readBasket(trx, sale.id)
  const totals = totalsOf(basket)
  if (totals.total !== total || sale.currency !== payment.currency) return false

  if (!(await sellSeats(trx, sale.id))) return false
  await sellHold(trx, basket)
  await issueTickets(trx, basket, payment)
  await issueVouchers(trx, basket)
  await trx
    .updateTable('sales')
    .set({
      paid_at: shopNow,
      order_reference: newOrderReference(),
      held_until: null,
      total,
      plan_months: payment.plan?.schedule.length ?? null,
      state: 'deliver_tickets',
      payment_error: '',
      updated_at: shopNow,
    })
    .where('id', '=', sale.id)
    .execute()
  await countReferral(trx, sale, totals)
  if (payment.plan) await startPlan(trx, sale, payment.plan)
  await queueReceipt(trx, await readBasket(trx, sale.id), payment.amount)
  return true
}

// An attempt that was given up no longer counted when the person bought more elsewhere.
async function isOverLimit(trx: Work, sale: Sale): Promise<boolean> {
  const customer = await customerOf(trx, sale)
  return (await findExcess(trx, await readBasket(trx, sale.id), customer, 'paying')).length > 0
}

/** The price of the order: what was received, and with a plan the later instalments. */
function agreedTotal({ amount, plan }: Payment): number {
  return amount + (plan ? plan.schedule.slice(1).reduce((sum, { amount: later }) => sum + later, 0) : 0)
}

async function takeHoldAgain(trx: Work, sale: Sale, total: number): Promise<boolean> {
  try {
    return await takeHoldAt(trx, await readBasket(trx, sale.id), total)
  } catch (error) {
    if (error instanceof ReservationError) return false
    throw error
  }
}

// Locks pools, then the code, then vouchers, each by id: the same order as in `takeHold`, apart from seats, of which a sale
// locks only its own.
async function sellHold(trx: Work, { sale, tickets, discount }: Basket): Promise<void> {
  for (const [poolId, lines] of linesByPool(tickets)) {
    const held = places(lines, 'held_qty')
    await trx
      .updateTable('pools')
      .set((eb) => ({ held: eb('held', '-', held), sold: eb('sold', '+', held) }))
      .where('id', '=', poolId)
      .execute()
  }
  if (discount)
    await trx
      .updateTable('discount_codes')
      .set((eb) => ({ held: eb('held', '-', 1), used: eb('used', '+', 1) }))
      .where('code', '=', discount.code)
      .execute()
  const applied = await trx
    .selectFrom('sale_vouchers_applied')
    .select(['issued_voucher_id', 'held_amount'])
    .where('sale_id', '=', sale.id)
    .orderBy('issued_voucher_id')
    .execute()
  for (const { issued_voucher_id, held_amount } of applied)
    await trx
      .updateTable('issued_vouchers')
      .set((eb) => ({ held: eb('held', '-', held_amount), balance: eb('balance', '-', held_amount) }))
      .where('id', '=', issued_voucher_id)
      .execute()
}

async function issueTickets(trx: Work, { sale, tickets }: Basket, { plan }: Payment): Promise<void> {
  const rows = tickets.flatMap((line) =>
    Array.from({ length: line.qty }, (_, index) => ({
      sale_id: sale.id,
      ticket_type_id: line.ticket_type_id,
      copy: index + 1,
      seat: line.seats[index] ?? '',
      code: newCode(),
      is_on_plan: Boolean(plan) && line.plan_months.length > 0,
    })),
  )
  if (rows.length > 0) await trx.insertInto('tickets').values(rows).execute()
}

async function issueVouchers(trx: Work, { sale, vouchers }: Basket): Promise<void> {
  const rows = vouchers.flatMap((line) =>
    Array.from({ length: line.qty }, () => ({
      code: newCode(),
      sale_id: sale.id,
      product_id: line.product_id,
      organiser_id: line.organiser_id,
      currency: line.currency,
      value: line.value,
      balance: line.value,
      expires_at: sql<Date>`shop_now() + make_interval(months => ${line.valid_months}::int)`,
    })),
  )
  if (rows.length > 0) await trx.insertInto('issued_vouchers').values(rows).execute()
}
