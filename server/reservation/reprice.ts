import type { AppliedVoucherRow, Basket, DiscountRow } from '#server/basket/read-basket.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import { isInScope, totalsOf, usableDiscount } from '#server/basket/totals.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** What was applied to a basket and cannot be used any more: used up or spent elsewhere, expired, or for other tickets. */
interface Lost {
  code: DiscountRow | null
  vouchers: AppliedVoucherRow[]
}

/** Returns whether a code or gift voucher was applied to an unreserved basket that cannot be used any more. */
export function hasLost(basket: Basket): boolean {
  const { code, vouchers } = findLost(basket)
  return code !== null || vouchers.length > 0
}

/**
 * Removes from a locked, unreserved sale what cannot be used any more, and returns a message with the new total, for the
 * basket page: the buyer must see a total before reserving at it.
 */
export async function reprice(trx: Transaction, basket: Basket): Promise<string> {
  const { sale } = basket
  const { code, vouchers } = findLost(basket)
  if (code) await trx.deleteFrom('sale_codes').where('sale_id', '=', sale.id).execute()
  for (const { id } of vouchers)
    await trx
      .deleteFrom('sale_vouchers_applied')
      .where('sale_id', '=', sale.id)
      .where('issued_voucher_id', '=', id)
      .execute()
  const { total } = totalsOf(await readBasket(trx, sale.id))
  const reasons = [
    ...(code ? [`The code ${code.code} can no longer be used, so we removed it.`] : []),
    // Without its code, which is worth money: others may see the basket by a shared link.
    ...(vouchers.length > 0 ? ['A gift voucher can no longer be used, so we removed it.'] : []),
  ]
  const message = [
    ...(reasons.length > 0 ? reasons : ['The price of your basket has changed.']),
    `Your total is now ${money(total, sale.currency ?? 'GBP')}. Please check it and reserve again`,
  ].join(' ')
  await trx
    .updateTable('sales')
    .set((eb) => ({
      basket_version: eb('basket_version', '+', 1),
      known_total: total,
      reserving_error: message,
    }))
    .where('id', '=', sale.id)
    .execute()
  return message
}

function findLost(basket: Basket): Lost {
  const { sale, tickets, discount, appliedVouchers } = basket
  const usable = usableDiscount(basket)
  const isCodeOfUse = usable !== null && tickets.some((line) => isInScope(line, usable))
  return {
    code: isCodeOfUse ? null : discount,
    vouchers: appliedVouchers.filter(
      ({ available, currency, organiser_id }) =>
        Number(available) <= 0 ||
        currency !== sale.currency ||
        !tickets.some((line) => line.organiser_id === organiser_id),
    ),
  }
}
