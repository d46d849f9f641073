import * as z from 'zod/mini'
import { count, flag, id, list, money, optionalMoney, text } from './wire.ts'

/**
 * A charity that may be donated to [ENTI-25]. `base_fee`, `booking_fee_cap` and the options are pence;
 * `booking_fee` and `booking_fee_vat` are percentages.
 */
export const charitySchema = z.object({
  id,
  name: text,
  logo: text,
  description_html: text,
  donation_options: list(money),
  donation_checkout_title: text,
  base_fee: money,
  booking_fee: count,
  booking_fee_includes_vat: flag,
  booking_fee_vat: count,
  booking_fee_cap: optionalMoney,
})
export type Charity = z.output<typeof charitySchema>
