import { demandsOf } from '#server/basket/demands.ts'
import { readBasket, type Basket } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { PostalAddress } from '#server/database/column-types.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import {
  isPostcodeMissing,
  missingAddressFields,
  newAddress,
  unitedStates,
  type MissingAddressField,
} from '#src/address/rules/addresses.ts'
import { addressMessage, missingDetail } from '#src/checkout/rules/missing-details.ts'
import { isPhone } from '#src/checkout/rules/people.ts'

import { countries, states } from './countries.ts'
import { isExpress } from './guest.ts'
import { lockHeldSale } from './identify-buyer.ts'
import { keepAddress, readAddress } from './saved-addresses.ts'

/** The buyer's input: a saved address by id, or `new` with its fields. */
export interface Delivery {
  selectedId: string
  address: PostalAddress
  voucherFrom: string
  voucherTo: string
  contactNumber: string
}

const messages: Record<MissingAddressField, string> = {
  selected_user_address_id: 'Choose an address',
  first_name: 'Type a first name',
  last_name: 'Type a last name',
  address_1: 'Type the first line of the address',
  town: 'Type a town or city',
  postcode: 'Type your postcode or zip code',
  country: 'Choose a country',
  state: 'Choose a state',
}

/**
 * Saves the delivery address, the sender and recipient of gift vouchers, and the phone number if one is required
 * [CALL-22, ADDR-13..25]. A signed-in buyer's new address is also saved to the account. The delivery cost does not
 * depend on the address. Throws `HttpError` 404, 409 or 422.
 */
export function setDeliveryAddress({ db, session }: ShopEnv['Variables'], delivery: Delivery): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockHeldSale(trx, session)
    const basket = await readBasket(trx, sale.id)
    const isSaved = delivery.selectedId !== newAddress && delivery.selectedId !== ''
    const address = isSaved
      ? await readAddress(trx, session.userId, delivery.selectedId)
      : checkedAddress(basket, delivery)
    const demanded = demandsOf(basket)
    const missing = missingDetail(demanded, { ...delivery, hasAddress: true })
    if (missing) throw new HttpError(422, missing)
    await trx
      .updateTable('sales')
      .set({
        delivery_address: JSON.stringify(address),
        gift_voucher_from: demanded.voucherNames ? delivery.voucherFrom : '',
        gift_voucher_to: demanded.voucherNames ? delivery.voucherTo : '',
        contact_number: checkedPhone(basket, delivery.contactNumber),
        updated_at: shopNow,
      })
      .where('id', '=', sale.id)
      .execute()
    const isComplete = missingAddressFields({ selected_user_address_id: newAddress, ...address }).length === 0
    if (session.userId && !isSaved && isComplete) await keepAddress(trx, session.userId, address)
  })
}

// Express checkout asks only for the postcode if nothing is delivered [OPEN-77].
function checkedAddress(basket: Basket, { selectedId, address }: Delivery): PostalAddress {
  const given = { selected_user_address_id: selectedId, ...address }
  if (isExpress(basket) && !demandsOf(basket).address) {
    if (isPostcodeMissing(given)) throw new HttpError(422, messages.postcode)
  } else {
    const [missing] = missingAddressFields(given)
    if (missing) throw new HttpError(422, isExpress(basket) ? addressMessage : messages[missing])
  }
  if (address.country && !countries.some(({ id }) => id === address.country))
    throw new HttpError(422, messages.country)
  if (address.country !== unitedStates) return { ...address, state: '' }
  if (!states.some(({ id }) => id === address.state)) throw new HttpError(422, messages.state)
  return address
}

function checkedPhone(basket: Basket, given: string): string {
  const number = given || basket.sale.contact_number
  if ((demandsOf(basket).phone || number) && !isPhone(number))
    throw new HttpError(422, 'Type a valid phone number')
  return number
}
