import * as z from 'zod/mini'
import { count, id, money, text } from './wire.ts'

/** A line of gift vouchers of one value (pence) [ENTI-19]. */
export const giftVoucherSchema = z.object({
  id,
  name: text,
  value: money,
  qty: count,
  o_name: text,
  o_url: text,
  uk_expiry_date: text,
  thumbnail: text,
})
export type GiftVoucher = z.output<typeof giftVoucherSchema>
