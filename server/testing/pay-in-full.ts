import { readBasket } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { markPaid } from '#server/payments/orders/mark-paid.ts'

import type { TestShop } from './test-shop.ts'

/** Marks a sale as paid, as a provider's success does. */
export async function payInFull({ db }: TestShop, saleId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const sale = await lockSale(trx, saleId)
    const { total } = totalsOf(await readBasket(trx, saleId))
    const { currency, basket_version: basketVersion } = sale
    if (!currency || !(await markPaid(trx, sale, { amount: total, currency, basketVersion })))
      throw new Error('The order could not be paid')
  })
}
