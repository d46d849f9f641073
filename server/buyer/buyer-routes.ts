import { Hono } from 'hono'

import { holdExpired, isSaleHeld } from '#server/basket/own-sale.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readRequest } from '#server/http/read-request.ts'
import { guestRequest, marketingRequest } from '#src/account/requests.ts'
import { deliveryRequest } from '#src/address/requests.ts'
import { donationRequest, giftAidRequest } from '#src/donation/requests.ts'
import { answersRequest } from '#src/questions/requests.ts'

import { countries, states } from './countries.ts'
import { saveGuest } from './guest.ts'
import { setMarketingPreferences, subscribeToEvents } from './marketing-choices.ts'
import { setDeliveryAddress } from './order-address.ts'
import { saveAnswers } from './question-answers.ts'
import { saveDonation, updateDonation } from './save-donation.ts'
import { signOut } from './sign-in.ts'

/** Calls about the sale's buyer [CALL-11, CALL-14..18, CALL-22, CALL-30, CALL-35, CALL-38]. */
export const buyerRoutes = new Hono<ShopEnv>().basePath('/ajax/checkout/checkout')

buyerRoutes.post('/save_guest_to_sale/', async (c) => {
  const { email, fullname: name } = readRequest(c.var.form, guestRequest)
  // A 200 reply with `error`, so that the page takes the buyer back to the basket [ACCT-24].
  if (!(await isSaleHeld(c.var.db, c.var.session))) return c.json({ error: holdExpired })
  await saveGuest(c.var, { email, name })
  return c.json({ error: '' })
})

buyerRoutes.post('/logout_of_sale/', async (c) => {
  await signOut(c)
  return c.json({ success: true })
})

buyerRoutes.post('/set_marketing_preferences/', async (c) => {
  const { organiser_subscribed_marketing: organisers, ...choices } = readRequest(c.var.form, marketingRequest)
  await setMarketingPreferences(c.var, { ...choices, organisers })
  return c.json({ success: true })
})

buyerRoutes.post('/save_donation/', async (c) => {
  const { amount_before_booking_fee: amount, charity_id: charityId } = readRequest(
    c.var.form,
    donationRequest,
  )
  await saveDonation(c.var, { amount, charityId })
  return c.json({ success: true })
})

buyerRoutes.post('/update_donation/', async (c) => {
  await updateDonation(c.var, readRequest(c.var.form, giftAidRequest))
  return c.json({ success: true })
})

buyerRoutes.post('/get_address_all_countries_states/', (c) => c.json({ countries, states }))

buyerRoutes.post('/set_delivery_address/', async (c) => {
  const delivery = readRequest(c.var.form, deliveryRequest)
  const { selected_user_address_id: selectedId, ...address } = delivery.address
  await setDeliveryAddress(c.var, {
    selectedId,
    address,
    voucherFrom: delivery.gift_voucher_from,
    voucherTo: delivery.gift_voucher_to,
    contactNumber: delivery.contact_number,
  })
  return c.json({ success: true })
})

buyerRoutes.post('/save_question_answers/', async (c) => {
  const { before_or_after: set, answers } = readRequest(c.var.form, answersRequest)
  await saveAnswers(c.var, set, answers)
  return c.json({ questions_set: true })
})

buyerRoutes.post('/subscribe_to_events/', async (c) => {
  await subscribeToEvents(c.var)
  return c.json({ success: true })
})
