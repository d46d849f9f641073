import type * as z from 'zod/mini'
import { amount, flag, form, id, typed } from '#src/http/request-fields.ts'

/** A donation before its fee [CALL-16]. */
export const donationRequest = form({ amount_before_booking_fee: amount, charity_id: id })
export type DonationRequest = z.input<typeof donationRequest>
/** The same in pence. */
export type Donation = z.output<typeof donationRequest>

/** Declares or declines Gift Aid [CALL-17]. */
export const giftAidRequest = form({
  is_gift_aid: flag,
  subscribe: flag,
  uk_based: flag,
  address1: typed(200),
  postcode: typed(20),
})
export type GiftAidDeclaration = z.input<typeof giftAidRequest>
