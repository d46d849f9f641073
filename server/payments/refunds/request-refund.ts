import { lockSale } from '#server/basket/sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'

import { applyRefund } from './apply-refund.ts'
import { planRefund, RefundRefused, type RefundPlan, type RefundWish } from './plan-refund.ts'
import { queueRefundMails } from './refund-mails.ts'

interface Request extends RefundWish {
  /** The order's short reference. */
  reference: string
  /** Whether to refund although the same was requested before. */
  again: boolean
}

/** What has become of a request: the plan that was carried out or would be, or the refunds of the same one before. */
export type Requested = { plan: RefundPlan } | { before: RefundRow[] }

export type RefundRow = Awaited<ReturnType<typeof readRequested>>[number]

/**
 * Requests a refund for the owner, once: the same request finds the refunds of the first. Its keys are stored with the void
 * tickets before the provider is asked, which the job does that settles payments. Without `isConfirmed`, nothing changes.
 * Throws `RefundRefused`.
 */
export function requestRefund(
  db: Database,
  { reference, again, ...wish }: Request,
  isConfirmed: boolean,
): Promise<Requested> {
  return inTransaction(db, async (trx) => {
    const sale = await lockOrder(trx, reference)
    const earlier = await readRequested(trx, sale.id, nameOf(wish))
    const before = earlier.filter(({ status }) => status !== 'failed')
    if (before.length > 0 && !again) return { before }
    const plan = await planRefund(trx, sale, wish)
    if (isConfirmed) await carryOut(trx, plan, `${nameOf(wish)}#${earlier.length}`)
    return { plan }
  })
}

async function carryOut(trx: Transaction, plan: RefundPlan, request: string): Promise<void> {
  const { sale, parts, voids, amount, currency } = plan
  const rows =
    parts.length > 0
      ? await trx
          .insertInto('payments')
          .values(
            parts.map(({ charge, amount }) => ({
              sale_id: sale.id,
              attempt_id: charge.attemptId,
              kind: 'refund' as const,
              provider: charge.provider,
              provider_id: charge.providerId,
              amount,
              currency,
              status: 'pending' as const,
              refunded_by: 'owner' as const,
              request,
            })),
          )
          .returning('id')
          .execute()
      : []
  const effect = await applyRefund(trx, sale, 'owner', plan)
  const id = rows[0]?.id ?? voids[0]?.id ?? sale.id
  await queueRefundMails(trx, sale, { id, amount, by: 'owner' }, effect)
}

/** Names a request, so that the same one is recognised. */
function nameOf({ tickets, amount }: RefundWish): string {
  const numbers = tickets && [...new Set(tickets)].toSorted((a, b) => a - b).join(',')
  return `${numbers ?? 'order'}:${amount ?? 'price'}`
}

async function lockOrder(trx: Transaction, reference: string): Promise<Sale> {
  const sale = await trx
    .selectFrom('sales')
    .select('id')
    .where('order_reference', '=', reference)
    .executeTakeFirst()
  if (!sale) throw new RefundRefused(`There is no order "${reference}".`)
  return lockSale(trx, sale.id)
}

/** Reads the refunds of an order that the same request has made before. */
function readRequested(trx: Transaction, saleId: string, name: string) {
  return trx
    .selectFrom('payments')
    .select(['amount', 'currency', 'status', 'created_at', 'provider'])
    .where('sale_id', '=', saleId)
    .where('refunded_by', '=', 'owner')
    .where((eb) => eb(eb.fn('split_part', ['request', eb.val('#'), eb.lit(1)]), '=', name))
    .orderBy('created_at')
    .execute()
}
