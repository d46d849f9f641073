import * as z from 'zod/mini'
import type { Delivery } from './requests.ts'
import { missingAddressFields, newAddress, type MissingAddressField } from '#src/address/rules/addresses.ts'
import type { DemandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { voucherMessages } from '#src/checkout/rules/missing-details.ts'
import { isPhone } from '#src/checkout/rules/people.ts'
import { freeText, phoneText, plainName } from '#src/checkout/free-text.ts'
import { typed } from '#src/ui/form-values.ts'

/** Kind of address: a saved one, a new one still to be found, or to be chosen of those found, or a typed one. */
export type AddressMode = 'saved' | 'finding' | 'choosing' | 'typed'

/** Decides which fields are shown. */
export interface DetailsNeeds extends Pick<DemandedDetails, 'phone' | 'voucherNames'> {
  mode: AddressMode
  /** Id of the chosen saved address, or `new`. */
  selectedId: string
}

/** Errors for continuing before a new address is found or typed, by mode. */
export const missingAddress: Partial<Record<AddressMode, string>> = {
  finding: 'Find your address or enter it manually to continue',
  choosing: 'Choose your address to continue',
}

const fields = z.object({
  first_name: plainName,
  last_name: plainName,
  address_1: freeText,
  address_2: freeText,
  town: freeText,
  postcode: freeText,
  country: typed,
  state: freeText,
  contact_number: phoneText,
  gift_voucher_from: plainName,
  gift_voucher_to: plainName,
})
type Fields = z.output<typeof fields>

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
 * Returns the schema of the form: the address, the phone number if required, and the names on gift vouchers
 * [ADDR-13..17, ADDR-24, ADDR-25, OPEN-78, OPEN-79].
 */
export function detailsSchema(needs: DetailsNeeds) {
  return z.pipe(
    fields.check(({ value, issues }) => {
      for (const [field, message] of problems(value, needs)) {
        issues.push({ code: 'custom', path: [field], message, input: value })
      }
    }),
    z.transform((values) => deliveryOf(values, needs)),
  )
}

function problems(values: Fields, needs: DetailsNeeds): [field: string, message: string][] {
  const missing = missingAddress[needs.mode]
  const found: [field: string, message: string][] = missing
    ? [['selected_user_address_id', missing]]
    : missingAddressFields(deliveryOf(values, needs).address).map((field) => [field, messages[field]])
  if (needs.phone && !isPhone(values.contact_number))
    found.push(['contact_number', 'Type a valid phone number'])
  if (needs.voucherNames && !values.gift_voucher_from) found.push(['gift_voucher_from', voucherMessages.from])
  if (needs.voucherNames && !values.gift_voucher_to) found.push(['gift_voucher_to', voucherMessages.to])
  return found
}

function deliveryOf(values: Fields, { selectedId, phone }: DetailsNeeds): Delivery {
  const { contact_number, gift_voucher_from, gift_voucher_to, ...address } = values
  return {
    address: {
      selected_user_address_id: selectedId,
      ...(selectedId === newAddress && address),
    },
    gift_voucher_from,
    gift_voucher_to,
    ...(phone && { contact_number }),
  }
}
