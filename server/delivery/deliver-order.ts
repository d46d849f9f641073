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

/** Puts a paid sale's tickets in its buyer's wallet [CALL-28]; idempotent. Throws `HttpError`. */
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

/** Queues the email with the wallet's address [CALL-29]; idempotent. Throws `HttpError` 409 if the wallet is empty. */
export function deliverToWallet(db: Database, saleId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { sale, buyer } = await lockPaid(trx, saleId)
    if (!sale.delivered_to_bitticket_at) throw new HttpError(409, 'The tickets are not in the wallet yet')
    if (sale.delivered_to_wallet_at) return
    await queueMail(trx, {
      key: `wallet:${sale.id}`,
      to: buyer.email,
      subject: 'Your tickets',
      content: [
        `Hello${buyer.name ? ` ${buyer.name}` : ''}, your tickets are in your ticket wallet.`,
        { button: 'Open your ticket wallet', href: '/account/wallet/' },
        `Sign in with this email address to see them. Your reference is ${sale.reference ?? ''}.`,
      ],
    })
    await trx
      .updateTable('sales')
      .set({ delivered_to_wallet_at: shopNow, updated_at: shopNow })
      .where('id', '=', sale.id)
      .execute()
  })
}

/**
 * Delivers paid orders that no page has delivered, for example after a closed tab, and returns how many. A failed order
 * does not stop the others.
 */
export async function deliverWaiting(db: Database, log: Log): Promise<number> {
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
      await deliverToWallet(db, id)
      delivered++
    } catch (error) {
      log({ event: 'order not delivered', ...describeError(error) })
    }
  return delivered
}

// The buyer's page delivers a second after the payment; the job delivers only if it did not.
const patienceSeconds = 60

async function lockPaid(trx: Work, saleId: string): Promise<{ sale: Sale; buyer: Buyer }> {
  const sale = await lockSale(trx, saleId)
  if (!sale.paid_at) throw new HttpError(409, 'This order has not been paid yet')
  const buyer = await findBuyer(trx, sale)
  if (!buyer) throw new Error('A paid sale has no buyer')
  return { sale, buyer }
}

/** Finds or creates the account for a guest's tickets, by email; signs nobody in. */
async function accountOf(trx: Work, { email, name }: Buyer): Promise<string> {
  const created = await createUser(trx, email, name)
  const userId = created ?? (await findUserByEmail(trx, email))?.id
  if (!userId) throw new Error('The account can be neither found nor created')
  return userId
}
