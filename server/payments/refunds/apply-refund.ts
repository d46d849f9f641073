import type { Sale } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

import { isFullyRefunded, readOrderMoney } from './order-money.ts'
import { ticketsToVoid, type Refunder } from './refund-rule.ts'
import { lockTickets, readRefundTickets, voidTickets, type RefundTicket } from './void-tickets.ts'

/** What has become of an order by a refund. */
export interface Effect {
  isFull: boolean
  voided: RefundTicket[]
  /** Tickets that are still valid. */
  kept: RefundTicket[]
  /** Pence of gift vouchers that were bought with the order, and spent before it was refunded. */
  spentVouchers: number
}

/**
 * Applies refunds that were just recorded to their locked sale: voids tickets by the rule, and if nothing of the order is
 * left, cancels its instalment plan and empties the gift vouchers that were bought with it. `named` are ids of tickets.
 */
export async function applyRefund(
  trx: Transaction,
  sale: Sale,
  by: Refunder,
  named: string[] = [],
): Promise<Effect> {
  if (!sale.paid_at) return { isFull: false, voided: [], kept: [], spentVouchers: 0 }
  await lockTickets(trx, sale.id)
  const valid = (await readRefundTickets(trx, sale.id)).filter(({ is_void }) => !is_void)
  const isFull = isFullyRefunded(await readOrderMoney(trx, sale))
  const voided = ticketsToVoid({
    by,
    isFull,
    valid,
    named: valid.filter(({ id }) => named.includes(id)),
  })
  await voidTickets(trx, sale.id, voided)
  const isOver = isFull || by === 'dispute'
  if (isOver) await cancelPlan(trx, sale.id)
  return {
    isFull,
    voided,
    kept: valid.filter((ticket) => !voided.includes(ticket)),
    spentVouchers: isOver ? await emptyVouchers(trx, sale.id) : 0,
  }
}

/** Cancels an instalment plan: what is not paid is no longer owed. A charge in progress is refunded when it arrives. */
async function cancelPlan(trx: Transaction, saleId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_plans')
    .set({ status: 'cancelled', updated_at: shopNow })
    .where('sale_id', '=', saleId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await trx.deleteFrom('instalments').where('sale_id', '=', saleId).where('payment_id', 'is', null).execute()
  await trx
    .updateTable('alarms')
    .set({ resolved_at: shopNow })
    .where('kind', '=', 'plan_stopped')
    .where('sale_id', '=', saleId)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Takes what is left of the gift vouchers that an order has bought, and returns the pence that were spent before. */
async function emptyVouchers(trx: Transaction, saleId: string): Promise<number> {
  const vouchers = await trx
    .selectFrom('issued_vouchers')
    .select(['id', 'value', 'balance'])
    .where('sale_id', '=', saleId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (vouchers.length === 0) return 0
  await trx
    .updateTable('issued_vouchers')
    // What a basket holds at this moment is spent, or comes back and cannot be spent any more.
    .set((eb) => ({ balance: eb.ref('held') }))
    .where('sale_id', '=', saleId)
    .execute()
  return vouchers.reduce((sum, { value, balance }) => sum + value - balance, 0)
}
