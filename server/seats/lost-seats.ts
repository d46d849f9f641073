import { endChange, beginChange } from '#server/basket/change-basket.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import { assertChangeable, lockSale } from '#server/basket/sale.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { dropSeats, type SeatKey } from '#server/basket/line-seats.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

/**
 * Removes seats that are no longer free from an unreserved sale, and returns a message with the new total, for the basket
 * page: the buyer must see a total before reserving at it. Throws `HttpError` 409.
 */
export function removeLostSeats(db: Database, saleId: string, lost: SeatKey[]): Promise<string> {
  return inTransaction(db, async (trx) => {
    const sale = await lockSale(trx, saleId)
    await assertChangeable(trx, sale)
    await beginChange(trx, sale)
    await dropSeats(trx, saleId, lost)
    await endChange(trx, saleId)
    const basket = await readBasket(trx, saleId)
    const seats = labelsInWords(lost.map(({ label }) => label))
    const message = [
      // Not who has them: it may be the buyer's own seating plan, with seats chosen again and not yet added.
      lost.length === 1
        ? `Sorry, ${seats} is no longer free, so we removed it.`
        : `Sorry, ${seats} are no longer free, so we removed them.`,
      basket.tickets.length + basket.vouchers.length > 0
        ? `Your total is now ${money(totalsOf(basket).total, basket.sale.currency ?? 'GBP')}. Please check it and reserve again`
        : 'Please choose other seats',
    ].join(' ')
    await trx.updateTable('sales').set({ reserving_error: message }).where('id', '=', saleId).execute()
    return message
  })
}
