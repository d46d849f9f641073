import { decimal } from '#src/lib/money.ts'
import { request } from '#src/http/client.ts'
import type { GiftAidDeclaration } from '#src/checkout/schemas/donation.ts'
import { ignored } from '#src/http/wire.ts'

/** Saves a donation (pence, before its fee) to a charity [CALL-16]. */
export function saveDonation(donation: {
  amount_before_booking_fee: number
  charity_id: string
}): Promise<void> {
  const amount_before_booking_fee = decimal(donation.amount_before_booking_fee)
  return request(ignored, 'POST', '/ajax/checkout/checkout/save_donation/', {
    ...donation,
    amount_before_booking_fee,
  })
}

/** Declares or declines Gift Aid on the donation [CALL-17]. */
export function updateDonation(declaration: GiftAidDeclaration): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/update_donation/', declaration)
}
