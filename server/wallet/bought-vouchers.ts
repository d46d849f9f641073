import type { Database } from '#server/database/connect.ts'

import { isBuyerOf, type Owner } from './owner.ts'

/** Reads the gift vouchers that the owner bought, with their balances. */
export function readBoughtVouchers(db: Database, owner: Owner) {
  return db
    .selectFrom('issued_vouchers')
    .innerJoin('sales', 'sales.id', 'issued_vouchers.sale_id')
    .innerJoin('organisers', 'organisers.id', 'issued_vouchers.organiser_id')
    .leftJoin('gift_voucher_products', 'gift_voucher_products.id', 'issued_vouchers.product_id')
    .select([
      'issued_vouchers.id',
      'issued_vouchers.code',
      'issued_vouchers.value',
      'issued_vouchers.balance',
      'issued_vouchers.currency',
      'issued_vouchers.expires_at',
      'organisers.name as organiser_name',
      'gift_voucher_products.picture',
    ])
    .where(isBuyerOf(owner))
    .orderBy('issued_vouchers.created_at')
    .orderBy('issued_vouchers.id')
    .execute()
}
