import type * as z from 'zod/mini'
import { count, entity, flag, id, list, money, optionalMoney, text } from '#src/http/wire.ts'

/**
 * A charity that accepts donations [ENTI-25]. `donation_options`, `base_fee` and `booking_fee_cap` are pence;
 * `booking_fee` and `booking_fee_vat` are percentages.
 */
export const charitySchema = entity('charity', {
  strict: {
    id,
    donation_options: list(money),
    base_fee: money,
    booking_fee: count,
    booking_fee_includes_vat: flag,
    booking_fee_vat: count,
    booking_fee_cap: optionalMoney,
  },
  shown: { name: text, logo: text, description_html: text, donation_checkout_title: text },
})
export type Charity = z.output<typeof charitySchema>
