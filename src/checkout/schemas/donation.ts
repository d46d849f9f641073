import * as z from 'zod/mini'
import { flag, money } from '#src/http/wire.ts'

/** A donation in the basket, in pence; the booking fee is added to the amount [ENTI-08]. */
export const donationSchema = z.object({
  amount_before_booking_fee: money,
  booking_fee: money,
  is_gift_aid: flag,
})
