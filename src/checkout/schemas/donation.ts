import * as z from 'zod/mini'
import { flag, money } from '#src/http/wire.ts'

/** A donation in the basket, in pence; the booking fee is added to the amount [ENTI-08]. */
export const donationSchema = z.object({
  amount_before_booking_fee: money,
  booking_fee: money,
  is_gift_aid: flag,
})

/** Request that declares or declines Gift Aid [CALL-17]. */
export type GiftAidDeclaration = {
  is_gift_aid: boolean
  subscribe: boolean
  uk_based: boolean
  address1: string
  postcode: string
}
