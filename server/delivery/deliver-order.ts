import { randomUUID } from 'node:crypto'

import { createUser, findUserByEmail } from '#server/accounts/users.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { describeError, type Log } from '#server/log.ts'
import { endAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { newCode } from '#server/payments/orders/new-code.ts'

import { readOrderTickets } from './order-tickets.ts'
import { walletMail } from './wallet-mail.ts'

/**
 * Puts a paid sale's tickets in its buyer's wallet [CALL-28]; idempotent. Tickets that are paid in instalments stay unreleased
 * until the plan is completed, after which the sale is delivered once more. Throws `HttpError`.
 */
export function deliverToBitticket(db: Database, saleId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { sale, buyer } = await lockPaid(trx, saleId)
    if (sale.delivered_to_bitticket_at) return
    const ownerId = buyer.userId ?? (await accountOf(trx, buyer))
    await giveTickets(trx, sale.id, ownerId)
    await defer(
      trx,
      trx
        .updateTable('sales')
        .set({ delivered_to_bitticket_at: shopNow, updated_at: shopNow })
        .where('id', '=', sale.id),
    )
  })
}

/**
 * Queues the email with the wallet's address [CALL-29], unless all tickets wait for instalments; idempotent. Throws `HttpError`
 * 409 if the tickets are not in the wallet.
 */
export function deliverToWallet(db: Database, saleId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { sale, buyer } = await lockPaid(trx, saleId)
    if (!sale.delivered_to_bitticket_at) throw new HttpError(409, 'The tickets are not in the wallet yet')
    if (sale.delivered_to_wallet_at) return
    const tickets = await readOrderTickets(trx, sale.id)
    if (tickets.length === 0 || tickets.some((ticket) => ticket.released_at))
      await queueMail(trx, await walletMail(trx, { sale, buyer, tickets }))
    await defer(
      trx,
      trx
        .updateTable('sales')
        .set({ delivered_to_wallet_at: shopNow, updated_at: shopNow })
        .where('id', '=', sale.id),
    )
  })
}

/** Queues the mail about a wallet once more. Throws `HttpError` 409 before the order is delivered. */
export function resendTickets(db: Database, saleId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { sale, buyer } = await lockPaid(trx, saleId)
    if (!sale.delivered_to_wallet_at)
      throw new HttpError(409, 'Your order is on its way. Please try again in a minute')
    const mail = await walletMail(trx, { sale, buyer, tickets: await readOrderTickets(trx, sale.id) })
    await queueMail(trx, { ...mail, key: `wallet-again:${randomUUID()}` })
  })
}

/** Moves a sale's tickets to the account of its corrected email. Codes that still admit are replaced by new ones. */
export async function giveToNewOwner(trx: Transaction, saleId: string): Promise<void> {
  const { buyer } = await lockPaid(trx, saleId)
  const ownerId = await accountOf(trx, buyer)
  const tickets = await trx
    .updateTable('tickets')
    .set({ user_id: ownerId })
    .where('sale_id', '=', saleId)
    .where('transfer_id', 'is', null)
    .returning(['id', 'code'])
    .execute()
  for (const { id, code } of tickets) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('voided_codes')
      .values({ code, ticket_id: id, reason: 'replaced' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // A code that was void before stays: it belongs to a refunded ticket.
    if (numInsertedOrUpdatedRows)
      await trx.updateTable('tickets').set({ code: newCode() }).where('id', '=', id).execute()
  }
}

/** Gives a sale's tickets to their owner, and releases those that are paid. */
async function giveTickets(trx: Transaction, saleId: string, ownerId: string): Promise<void> {
  await defer(
    trx,
    trx
      .updateTable('tickets')
      .set({ user_id: ownerId })
      .where('sale_id', '=', saleId)
      .where('transfer_id', 'is', null)
      .where('user_id', 'is', null),
  )
  await defer(
    trx,
    trx
      .updateTable('tickets')
      .set({ released_at: shopNow })
      .where('sale_id', '=', saleId)
      .where('transfer_id', 'is', null)
      .where('released_at', 'is', null)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('is_on_plan', '=', false),
          exists(
            selectFrom('payment_plans')
              .select('payment_plans.sale_id')
              .whereRef('payment_plans.sale_id', '=', 'tickets.sale_id')
              .where('payment_plans.status', '=', 'completed'),
          ),
        ]),
      ),
  )
}

/**
 * Delivers all paid orders that no page has delivered, for example after a closed tab, and returns how many. Failed orders
 * do not hold up the others; they are tried again, and raise alarms a quarter of an hour after the payment.
 */
export async function deliverWaiting(db: Database, log: Log): Promise<number> {
  const waiting = await db
    .selectFrom('sales')
    .select('id')
    .select((eb) => eb('paid_at', '<=', shopNowPlus(-alarmAfterSeconds)).$castTo<boolean>().as('is_late'))
    .where('paid_at', '<=', shopNowPlus(-patienceSeconds))
    .where((eb) =>
      eb.or([eb('delivered_to_bitticket_at', 'is', null), eb('delivered_to_wallet_at', 'is', null)]),
    )
    .orderBy('paid_at')
    .execute()
  let delivered = 0
  for (const { id, is_late } of waiting)
    try {
      await deliverToBitticket(db, id)
      await deliverToWallet(db, id)
      delivered++
    } catch (error) {
      log({ event: 'order not delivered', ...describeError(error) })
      if (is_late)
        await raiseAlarm(db, {
          kind: 'order_not_delivered',
          about: id,
          provider: '',
          saleId: id,
          attemptId: null,
          details: describeError(error),
        })
    }
  await endAlarms(db, 'order_not_delivered', ({ exists, selectFrom }) =>
    exists(
      selectFrom('sales')
        .select('sales.id')
        .whereRef('sales.id', '=', 'alarms.sale_id')
        .where('delivered_to_bitticket_at', 'is not', null)
        .where('delivered_to_wallet_at', 'is not', null),
    ),
  )
  return delivered
}

// The buyer's page delivers a second after the payment; the job delivers only if it did not.
const patienceSeconds = 60
const alarmAfterSeconds = 15 * 60

async function lockPaid(trx: Transaction, saleId: string): Promise<{ sale: Sale; buyer: Buyer }> {
  const sale = await lockSale(trx, saleId)
  if (!sale.paid_at) throw new HttpError(409, 'This order has not been paid yet')
  const buyer = await findBuyer(trx, sale)
  if (!buyer) throw new Error('A paid sale has no buyer')
  return { sale, buyer }
}

/** Finds or creates the account for a guest's tickets, by email; signs nobody in. */
async function accountOf(trx: Transaction, { email, name }: Buyer): Promise<string> {
  const created = await createUser(trx, email, name)
  const userId = created ?? (await findUserByEmail(trx, email))?.id
  if (!userId) throw new Error('The account can be neither found nor created')
  return userId
}
