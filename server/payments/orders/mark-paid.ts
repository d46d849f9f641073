import { sql } from 'kysely'

import { linesByPool, sumQuantity } from '#server/basket/lines-by-pool.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { logStep } from '#server/basket/step-log.ts'
import { countBought } from '#server/basket/unbought-tickets.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { defer } from '#server/database/defer.ts'
import { lockingRow } from '#server/database/row-locks.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { customerOf, findOwnExcess } from '#server/reservation/customer-limits.ts'
import { takeHoldAt } from '#server/reservation/hold.ts'
import { sellSeats } from '#server/seats/claims.ts'

import { newCode, newOrderReference } from './new-code.ts'
import { countReferral } from './count-referral.ts'
import { queueReceipt } from './payment-mails.ts'
import type { PlanTerms } from '#server/payments/plans/plan-terms.ts'
import { startPlan } from '#server/payments/plans/start-plan.ts'

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
 * starts the instalment plan, and queues the receipt. Takes an expired hold again if everything is still available at the same price. Returns
 * false, with nothing changed, if the sale is already paid, has changed since, or cannot be fulfilled; the payment must
 * then be refunded.
 */
export async function markPaid(trx: Transaction, sale: Sale, payment: Payment): Promise<boolean> {
  if (sale.paid_at || sale.basket_version !== payment.basketVersion) return false
  const total = agreedTotal(payment)
  let basket = await readBasket(trx, sale.id)
  if (await isOverLimit(trx, basket)) return false
  if (!sale.held_until) {
    if (!(await takeHoldAt(trx, basket, total))) return false
    basket = await readBasket(trx, sale.id)
  }
  const totals = totalsOf(basket)
  if (totals.total !== total || sale.currency !== payment.currency) return false

  const hasSeats = basket.tickets.some(({ seats }) => seats.length > 0)
  if (hasSeats && !(await sellSeats(trx, sale.id))) return false
  await issueTickets(trx, basket, payment)
  await issueVouchers(trx, basket)
  await defer(
    trx,
    trx
      .updateTable('sales')
      .set({
        paid_at: shopNow,
        order_reference: newOrderReference(),
        held_until: null,
        held_from: null,
        total,
        plan_months: payment.plan?.schedule.length ?? null,
        state: 'deliver_tickets',
        payment_error: '',
        updated_at: shopNow,
      })
      .where('id', '=', sale.id),
  )
  await logStep(trx, sale.id, 'deliver_tickets')
  await countReferral(trx, sale, totals)
  if (payment.plan) await startPlan(trx, sale, payment.plan)
  await queueReceipt(trx, await readBasket(trx, sale.id), payment.amount)
  // Last, because everybody who wants the same tickets waits from here to the end of the transaction.
  await sellHold(trx, basket)
  if (payment.amount > 0) await countBought(trx, basket)
  return true
}

// A cancelled attempt no longer counted when the person bought more elsewhere.
async function isOverLimit(trx: Transaction, basket: Basket): Promise<boolean> {
  const customer = await customerOf(trx, basket.sale)
  return (await findOwnExcess(trx, basket, customer, 'paying')).length > 0
}

/** The price of the order: what was received, and with a plan the later instalments. */
function agreedTotal({ amount, plan }: Payment): number {
  return amount + (plan ? plan.schedule.slice(1).reduce((sum, { amount: later }) => sum + later, 0) : 0)
}

// Locks pools, then the code, then vouchers, each by id: the same order as in `lockStock`, apart from seats, of which a sale
// locks only its own.
async function sellHold(trx: Transaction, { tickets, discount, appliedVouchers }: Basket): Promise<void> {
  for (const [poolId, lines] of linesByPool(tickets)) {
    const held = sumQuantity(lines, 'held_qty')
    await lockingRow(trx, `pool ${poolId}`, () =>
      trx
        .updateTable('pools')
        .set((eb) => ({ held: eb('held', '-', held), sold: eb('sold', '+', held) }))
        .where('id', '=', poolId)
        .execute(),
    )
  }
  if (discount)
    await lockingRow(trx, `code ${discount.code}`, () =>
      trx
        .updateTable('discount_codes')
        .set((eb) => ({ held: eb('held', '-', 1), used: eb('used', '+', 1) }))
        .where('code', '=', discount.code)
        .execute(),
    )
  for (const { id, held_amount } of appliedVouchers.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await trx
      .updateTable('issued_vouchers')
      .set((eb) => ({ held: eb('held', '-', held_amount), balance: eb('balance', '-', held_amount) }))
      .where('id', '=', id)
      .execute()
}

async function issueTickets(trx: Transaction, { sale, tickets }: Basket, { plan }: Payment): Promise<void> {
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
  if (rows.length > 0) await defer(trx, trx.insertInto('tickets').values(rows))
}

async function issueVouchers(trx: Transaction, { sale, vouchers }: Basket): Promise<void> {
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
