import { rememberTotal } from '#server/basket/change-basket.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import { noGiftAid } from '#server/basket/sale.ts'
import { money } from '#server/catalogue/price-text.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { GiftAidDeclaration } from '#src/donation/requests.ts'
import { missingGiftAidAddressFields } from '#src/donation/rules/gift-aid-address.ts'
import { isDonationEnough } from '#src/donation/rules/donation-amounts.ts'
import { giftAidWording } from '#src/donation/rules/gift-aid-wording.ts'

import { lockHeldSale } from './identify-buyer.ts'
import { keepCharityUpdates } from './marketing-choices.ts'

const maxPence = 100_000_00

/**
 * Saves a donation (pence, before its fee) to the basket's charity; 0 removes it [CALL-16, DONA-08]. A changed amount
 * needs a new Gift Aid declaration. Throws `HttpError` 409 or 422.
 */
export function saveDonation(
  { db, session }: ShopEnv['Variables'],
  { amount, charityId }: { amount: number; charityId: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockHeldSale(trx, session)
    const { charity } = await readBasket(trx, sale.id)
    if (charity?.id !== charityId)
      throw new HttpError(422, 'You cannot donate to this charity with this basket')
    if (amount !== 0 && !isDonationEnough(amount))
      throw new HttpError(422, 'Choose an amount or click Skip donation')
    if (amount > maxPence)
      throw new HttpError(422, `A donation can be at most ${money(maxPence, sale.currency ?? 'GBP')}`)
    if (amount === sale.donation_amount && (amount === 0 || sale.donation_charity_id === charityId)) return
    await trx
      .updateTable('sales')
      .set((eb) => ({
        ...noGiftAid,
        donation_amount: amount,
        donation_charity_id: amount ? charityId : null,
        basket_version: eb('basket_version', '+', 1),
        updated_at: shopNow,
      }))
      .where('id', '=', sale.id)
      .execute()
    await rememberTotal(trx, await readBasket(trx, sale.id))
  })
}

/**
 * Saves or removes the Gift Aid declaration of the sale's donation, with its date and wording
 * [CALL-17, GIFT-06, GIFT-10..13]. `is_gift_aid` means that the donor ticked all three confirmations.
 * Throws `HttpError` 409 without a donation, 422 for a missing address.
 */
export function updateDonation(
  { db, session }: ShopEnv['Variables'],
  declaration: GiftAidDeclaration,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockHeldSale(trx, session)
    const { charity } = await readBasket(trx, sale.id)
    if (!charity || sale.donation_amount === 0 || sale.donation_charity_id !== charity.id)
      throw new HttpError(409, 'There is no donation in this basket')
    const { is_gift_aid, uk_based, address1, postcode, subscribe } = declaration
    if (is_gift_aid && missingGiftAidAddressFields(declaration, sale.donation_amount).length)
      throw new HttpError(422, 'Please complete your address')
    const declared = {
      is_gift_aid,
      gift_aid_uk_based: uk_based,
      gift_aid_address1: address1,
      gift_aid_postcode: postcode,
      gift_aid_declared_at: shopNow,
      gift_aid_wording: giftAidWording(charity.name, money(sale.donation_amount, sale.currency ?? 'GBP')),
    }
    await trx
      .updateTable('sales')
      .set({
        ...noGiftAid,
        ...(is_gift_aid ? declared : {}),
        gift_aid_subscribe: subscribe,
        updated_at: shopNow,
      })
      .where('id', '=', sale.id)
      .execute()
    await keepCharityUpdates(trx, sale.id, session)
  })
}
