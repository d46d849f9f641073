import { decimal } from '#src/lib/money.ts'
import { request } from '#src/http/client.ts'
import type { Donation, DonationRequest, GiftAidDeclaration } from './requests.ts'
import { ignored } from '#src/http/wire.ts'

/** Saves a donation (pence, before its fee) to a charity [CALL-16]. */
export function saveDonation(donation: Donation): Promise<void> {
  const amount_before_booking_fee = decimal(donation.amount_before_booking_fee)
  const body: DonationRequest = { ...donation, amount_before_booking_fee }
  return request(ignored, 'POST', '/ajax/checkout/checkout/save_donation/', body)
}

/** Declares or declines Gift Aid on the donation [CALL-17]. */
export function updateDonation(declaration: GiftAidDeclaration): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/update_donation/', declaration)
}
