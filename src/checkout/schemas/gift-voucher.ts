import type * as z from 'zod/mini'
import { count, entity, id, money, text } from '#src/http/wire.ts'

/** A line of gift vouchers of one value (pence) [ENTI-19]. */
export const giftVoucherSchema = entity('gift_voucher', {
  strict: { id, value: money, qty: count },
  shown: { name: text, o_name: text, o_url: text, uk_expiry_date: text, thumbnail: text },
})
export type GiftVoucher = z.output<typeof giftVoucherSchema>
