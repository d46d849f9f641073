import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'

import { isDiscountOpen } from './basket-rows.ts'
import { changeBasket } from './change-basket.ts'
import { readBasket, type Basket } from './read-basket.ts'
import { isInScope } from './totals.ts'

/** The code does not apply; rolls back, so that the basket stays unchanged. */
class NoSuchCode extends Error {}

/**
 * Applies a discount code, replacing an earlier one, or a gift voucher's code. Returns false, without a reason, if the
 * code is wrong, used up, expired, for other events, or for links only. Throws `HttpError`.
 * @param signedBy the organiser whose signed link has the code
 */
export async function applyCode(
  db: Database,
  session: Session,
  typed: string,
  signedBy = '',
): Promise<boolean> {
  const code = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  try {
    await changeBasket(db, session, async (trx, sale) => {
      const basket = await readBasket(trx, sale.id)
      if (!(await applyDiscount(trx, basket, code, signedBy)) && !(await applyVoucher(trx, basket, code)))
        throw new NoSuchCode()
    })
    return true
  } catch (error) {
    if (error instanceof NoSuchCode) return false
    throw error
  }
}

async function applyDiscount(
  trx: Transaction,
  { sale, tickets }: Basket,
  code: string,
  signedBy: string,
): Promise<boolean> {
  const discount = await trx
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .where(sql.raw<boolean>(isDiscountOpen()))
    .where(({ or, eb }) => or([eb('signed_link_only', '=', false), eb('organiser_id', '=', signedBy)]))
    .executeTakeFirst()
  if (!discount || (discount.currency && discount.currency !== sale.currency)) return false
  if (!tickets.some((line) => isInScope(line, discount))) return false
  await trx
    .insertInto('sale_codes')
    .values({ sale_id: sale.id, code })
    .onConflict((conflict) => conflict.column('sale_id').doUpdateSet({ code, applied_at: shopNow }))
    .execute()
  return true
}

async function applyVoucher(trx: Transaction, { sale, tickets }: Basket, code: string): Promise<boolean> {
  if (!sale.currency || tickets.length === 0) return false
  const voucher = await trx
    .selectFrom('issued_vouchers')
    .select('id')
    .where('code', '=', code)
    .where('currency', '=', sale.currency)
    .where('expires_at', '>', shopNow)
    .whereRef('held', '<', 'balance')
    .where('organiser_id', 'in', [...new Set(tickets.map((line) => line.organiser_id))])
    .executeTakeFirst()
  if (!voucher) return false
  await trx
    .insertInto('sale_vouchers_applied')
    .values({ sale_id: sale.id, issued_voucher_id: voucher.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}
