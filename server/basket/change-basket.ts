import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { readBasket, type Basket, type Sale } from './read-basket.ts'
import { releaseHold } from './release-hold.ts'
import { assertChangeable, lockOwnSale, noGiftAid } from './sale.ts'
import { totalsOf } from './totals.ts'

/**
 * Changes the contents or price of the session's basket. Releases a hold first, as "Edit basket" does, so that the buyer
 * reserves again at the new price. Throws `HttpError`, with nothing changed, if the basket is paid or being paid.
 */
export function changeBasket(
  db: Database,
  session: Session,
  change: (trx: Transaction, sale: Sale) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockOwnSale(trx, session)
    await assertChangeable(trx, sale)
    await beginChange(trx, sale)
    await change(trx, sale)
    await endChange(trx, sale.id)
  })
}

/** Ends a change of a locked sale's lines: removes what belonged to lines that are gone, and remembers the total. */
export async function endChange(trx: Transaction, saleId: string): Promise<void> {
  await resetEmptyBasket(trx, saleId)
  const basket = await readBasket(trx, saleId)
  const isOtherTotal = await removeStrayDonation(trx, basket)
  await rememberTotal(trx, isOtherTotal ? await readBasket(trx, saleId) : basket)
}

/** Remembers the total of a locked sale after a change by the buyer; reserving at any other total tells them first. */
export async function rememberTotal(trx: Transaction, basket: Basket): Promise<void> {
  const { total } = totalsOf(basket)
  await defer(trx, trx.updateTable('sales').set({ known_total: total }).where('id', '=', basket.sale.id))
}

/** Prepares a locked, unpaid sale for a change: releases the hold, raises the version, clears old messages. */
export async function beginChange(trx: Transaction, sale: Sale): Promise<void> {
  await releaseHold(trx, sale)
  await defer(
    trx,
    trx
      .updateTable('sales')
      .set((eb) => ({
        basket_version: eb('basket_version', '+', 1),
        had_mismatching_currencies: false,
        reserving_error: '',
        basket_errors: '',
        basket_success: '',
        payment_error: '',
        edit_basket_clicked: false,
        updated_at: shopNow,
      }))
      .where('id', '=', sale.id),
  )
}

/** Throws `HttpError` 404 if no line was changed or removed. */
export function assertLineFound(found: unknown, what: string): asserts found {
  if (!found) throw new HttpError(404, `This ${what} is not in your basket`)
}

// An empty basket may change its currency; codes and choices that belonged to its lines are removed.
async function resetEmptyBasket(trx: Transaction, saleId: string): Promise<void> {
  const emptied = await trx
    .updateTable('sales')
    .set({ currency: null, refund_protection: false })
    .where('id', '=', saleId)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom('sale_tickets').select('sale_id').where('sale_id', '=', saleId))),
        not(exists(selectFrom('sale_gift_vouchers').select('sale_id').where('sale_id', '=', saleId))),
      ]),
    )
    .executeTakeFirst()
  if (emptied.numUpdatedRows === 0n) return
  await trx.deleteFrom('sale_codes').where('sale_id', '=', saleId).execute()
  await trx.deleteFrom('sale_vouchers_applied').where('sale_id', '=', saleId).execute()
}

// A donation belongs to the basket's charity. When that charity leaves the basket, the donation is no longer charged, so
// it is removed together with its Gift Aid declaration. Returns whether it was.
async function removeStrayDonation(trx: Transaction, { sale, charity }: Basket): Promise<boolean> {
  if (sale.donation_charity_id === null || sale.donation_charity_id === charity?.id) return false
  await trx
    .updateTable('sales')
    .set({ ...noGiftAid, donation_amount: 0, donation_charity_id: null })
    .where('id', '=', sale.id)
    .execute()
  return true
}
