import type { Sale } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

import { isFullyRefunded, readOrderMoney } from './order-money.ts'
import type { RefundPlan } from './plan-refund.ts'
import { ticketsToVoid, type Refunder } from './refund-rule.ts'
import { spentOf } from './spent-voucher.ts'
import { lockTickets, readRefundTickets, voidTickets, type RefundTicket } from './void-tickets.ts'

/** What has become of an order by a refund. */
export interface Effect {
  /** Whether nothing of the order is left. */
  isOver: boolean
  voided: RefundTicket[]
  /** Tickets that are still valid. */
  kept: RefundTicket[]
  /** Pence of gift vouchers that were bought with the order, and spent before it was refunded. */
  spentVouchers: number
}

/**
 * Applies refunds that were just recorded to their locked sale: voids tickets, by the owner's plan or by the rule. If no ticket
 * is valid any more, cancels the instalment plan; if nothing of the order is left, that too, and empties the gift vouchers
 * that were bought with it.
 */
export async function applyRefund(
  trx: Transaction,
  sale: Sale,
  by: Refunder,
  plan?: Pick<RefundPlan, 'isWhole' | 'voids'>,
): Promise<Effect> {
  if (!sale.paid_at) return { isOver: false, voided: [], kept: [], spentVouchers: 0 }
  await lockTickets(trx, sale.id)
  const valid = (await readRefundTickets(trx, sale.id)).filter(({ is_void }) => !is_void)
  const isFull = isFullyRefunded(await readOrderMoney(trx, sale))
  const voided = plan
    ? valid.filter(({ id }) => plan.voids.some((ticket) => ticket.id === id))
    : ticketsToVoid({ by, isFull, valid, named: null })
  const kept = valid.filter((ticket) => !voided.includes(ticket))
  await voidTickets(trx, sale.id, voided)
  const isOver = plan ? plan.isWhole : isFull || by === 'dispute'
  if (isOver || kept.length === 0) await cancelPlan(trx, sale.id)
  return {
    isOver,
    voided,
    kept,
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

/** Ends the gift vouchers that an order has bought, and returns the pence that were spent before. */
async function emptyVouchers(trx: Transaction, saleId: string): Promise<number> {
  const vouchers = await trx
    .selectFrom('issued_vouchers')
    .select(['value', 'balance', 'held'])
    .where('sale_id', '=', saleId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (vouchers.length === 0) return 0
  await trx
    .updateTable('issued_vouchers')
    // What a basket holds at this moment is spent, or comes back to a voucher that has expired.
    .set((eb) => ({ balance: eb.ref('held'), expires_at: eb.fn<Date>('least', ['expires_at', shopNow]) }))
    .where('sale_id', '=', saleId)
    .execute()
  return vouchers.reduce((sum, voucher) => sum + spentOf(voucher), 0)
}
