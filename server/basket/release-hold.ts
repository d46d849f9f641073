import { shopNow } from '#server/database/shop-time.ts'
import type { Work } from '#server/database/transaction.ts'

import { linesByPool, places } from './pool-places.ts'
import { readBasket, type Sale } from './read-basket.ts'

/**
 * Releases everything that a locked sale holds, in the order in which `takeHold` took it; the sale becomes a basket
 * again. Does nothing without a hold.
 */
export async function releaseHold(trx: Work, sale: Sale): Promise<void> {
  if (!sale.held_until || sale.paid_at) return
  const { tickets } = await readBasket(trx, sale.id)
  for (const [poolId, lines] of linesByPool(tickets))
    await trx
      .updateTable('pools')
      .set((eb) => ({ held: eb('held', '-', places(lines, 'held_qty')) }))
      .where('id', '=', poolId)
      .execute()
  await trx
    .updateTable('discount_codes')
    .from('sale_codes')
    .set((eb) => ({ held: eb('discount_codes.held', '-', 1) }))
    .whereRef('sale_codes.code', '=', 'discount_codes.code')
    .where('sale_codes.sale_id', '=', sale.id)
    .where('sale_codes.is_held', '=', true)
    .execute()
  await trx.updateTable('sale_codes').set({ is_held: false }).where('sale_id', '=', sale.id).execute()
  for (const voucher of await heldVouchers(trx, sale.id))
    await trx
      .updateTable('issued_vouchers')
      .set((eb) => ({ held: eb('held', '-', voucher.held_amount) }))
      .where('id', '=', voucher.issued_voucher_id)
      .execute()
  await trx
    .updateTable('sale_vouchers_applied')
    .set({ held_amount: 0 })
    .where('sale_id', '=', sale.id)
    .execute()
  await trx
    .updateTable('sale_tickets')
    .set({ held_qty: 0, price: null, booking_fee: null, absorb_fee: null })
    .where('sale_id', '=', sale.id)
    .execute()
  await trx
    .updateTable('sales')
    .set({
      held_until: null,
      total: null,
      state: 'basket',
      captcha_passed_at: null,
      truelayer_returned_from: null,
      updated_at: shopNow,
    })
    .where('id', '=', sale.id)
    .execute()
}

function heldVouchers(trx: Work, saleId: string) {
  return trx
    .selectFrom('sale_vouchers_applied')
    .select(['issued_voucher_id', 'held_amount'])
    .where('sale_id', '=', saleId)
    .where('held_amount', '>', 0)
    .orderBy('issued_voucher_id')
    .execute()
}
