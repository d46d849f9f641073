import { createUser, findUserByEmail } from '#server/accounts/users.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { describeError, type Log } from '#server/log.ts'
import { queueMail } from '#server/outbox/queue.ts'

/** Puts a paid sale's tickets into its buyer's ticket wallet [CALL-28]; done once, repeated without effect. Throws `HttpError`. */
export function deliverToBitticket(db: Database, saleId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { sale, buyer } = await lockPaid(trx, saleId)
    if (sale.delivered_to_bitticket_at) return
    const ownerId = buyer.userId ?? (await accountOf(trx, buyer))
    await trx
      .updateTable('tickets')
      .set({ user_id: ownerId, released_at: shopNow })
      .where('sale_id', '=', sale.id)
      .where('transfer_id', 'is', null)
      .where('released_at', 'is', null)
      .execute()
    await trx
      .updateTable('sales')
      .set({ delivered_to_bitticket_at: shopNow, updated_at: shopNow })
      .where('id', '=', sale.id)
      .execute()
  })
}

/** Queues the email with the wallet for a paid sale's buyer [CALL-29]; once. Throws `HttpError` 409 before the first delivery. */
export function deliverToWallet(db: Database, saleId: string, shopAddress: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { sale, buyer } = await lockPaid(trx, saleId)
    if (!sale.delivered_to_bitticket_at) throw new HttpError(409, 'The tickets are not in the wallet yet')
    if (sale.delivered_to_wallet_at) return
    await queueMail(trx, {
      key: `wallet:${sale.id}`,
      to: buyer.email,
      subject: 'Your tickets',
      text: [
        `Hello${buyer.name ? ` ${buyer.name}` : ''}, your tickets are in your ticket wallet:`,
        `${shopAddress}/account/wallet/`,
        `Sign in with this email address to see them. Your reference is ${sale.reference ?? ''}.`,
      ].join('\n\n'),
    })
    await trx
      .updateTable('sales')
      .set({ delivered_to_wallet_at: shopNow, updated_at: shopNow })
      .where('id', '=', sale.id)
      .execute()
  })
}

/**
 * Delivers what was paid and nobody's page has delivered, such as after a closed tab; an order that cannot be delivered
 * never stops the others. Gives how many sales it delivered.
 */
export async function deliverWaiting(db: Database, shopAddress: string, log: Log): Promise<number> {
  const waiting = await db
    .selectFrom('sales')
    .select('id')
    .where('paid_at', '<=', shopNowPlus(-patienceSeconds))
    .where((eb) =>
      eb.or([eb('delivered_to_bitticket_at', 'is', null), eb('delivered_to_wallet_at', 'is', null)]),
    )
    .orderBy('paid_at')
    .limit(100)
    .execute()
  let delivered = 0
  for (const { id } of waiting)
    try {
      await deliverToBitticket(db, id)
      await deliverToWallet(db, id, shopAddress)
      delivered++
    } catch (error) {
      log({ event: 'order not delivered', ...describeError(error) })
    }
  return delivered
}

// The buyer's own page delivers a second after the payment; the worker comes only when it has not.
const patienceSeconds = 60

async function lockPaid(trx: Work, saleId: string): Promise<{ sale: Sale; buyer: Buyer }> {
  const sale = await lockSale(trx, saleId)
  if (!sale.paid_at) throw new HttpError(409, 'This order is not paid yet')
  const buyer = await findBuyer(trx, sale)
  if (!buyer) throw new Error('A paid sale has no buyer')
  return { sale, buyer }
}

/** The account that a guest's tickets go to: the one of their email, made when there is none. It signs nobody in. */
async function accountOf(trx: Work, { email, name }: Buyer): Promise<string> {
  const created = await createUser(trx, email, name)
  const userId = created ?? (await findUserByEmail(trx, email))?.id
  if (!userId) throw new Error('An account is neither there nor can it be made')
  return userId
}
