import type * as z from 'zod/mini'
import { form, name, optional, phone, requiredText, text, typed } from '#src/http/request-fields.ts'

/** What the address finder looks for [CALL-20]. */
export const lookUpRequest = form({ address: typed(200) })
export type LookUpRequest = z.input<typeof lookUpRequest>

/** The saved address to delete [CALL-21]. */
export const deleteAddressRequest = form({ address_id: requiredText(100) })
export type DeleteAddressRequest = z.input<typeof deleteAddressRequest>

/**
 * The delivery address: the id of a saved address, or 'new' with the fields; `country` is a country id ('1' the UK, '2' the USA)
 * [CALL-22, ENTI-27].
 */
const deliveryAddress = form({
  selected_user_address_id: text(100),
  first_name: optional(name(100)),
  last_name: optional(name(100)),
  address_1: optional(typed(200)),
  address_2: optional(typed(200)),
  town: optional(typed(100)),
  postcode: optional(typed(20)),
  country: optional(text(10)),
  state: optional(typed(50)),
})
export type DeliveryAddress = z.input<typeof deliveryAddress>

/** The delivery, and the names on gift vouchers; the contact number only if the buyer is asked for one [CALL-22, OPEN-12]. */
export const deliveryRequest = form({
  address: deliveryAddress,
  gift_voucher_from: name(100),
  gift_voucher_to: name(100),
  contact_number: optional(phone),
})
export type Delivery = z.input<typeof deliveryRequest>
