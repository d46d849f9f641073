import { Hono } from 'hono'

import { holdExpired, isSaleHeld } from '#server/basket/own-sale.ts'
import type { Form } from '#server/http/form.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import {
  readEmail,
  readFlag,
  readId,
  readMoney,
  readName,
  readPart,
  readPhone,
  readText,
  readTyped,
} from '#server/http/input.ts'

import { countries, states } from './countries.ts'
import { saveGuest } from './guest.ts'
import { setMarketingPreferences, subscribeToEvents } from './marketing-choices.ts'
import { setDeliveryAddress } from './order-address.ts'
import { saveAnswers } from './question-answers.ts'
import { saveDonation, updateDonation } from './save-donation.ts'
import { signOut } from './sign-in.ts'

/** Calls about the sale's buyer [CALL-11, CALL-14..18, CALL-22, CALL-30, CALL-35, CALL-38]. */
export const buyerRoutes = new Hono<ShopEnv>().basePath('/ajax/checkout/checkout')

const longestName = 100
const longestLine = 200

buyerRoutes.post('/save_guest_to_sale/', async (c) => {
  const email = readEmail(c.var.form, 'email')
  const name = readName(c.var.form, 'fullname', longestName)
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
  const organisers = readPart(c.var.form, 'organiser_subscribed_marketing')
  await setMarketingPreferences(c.var, {
    ct_subscribed: readFlag(c.var.form, 'ct_subscribed'),
    event_subscribed: readFlag(c.var.form, 'event_subscribed'),
    organisers: Object.fromEntries(Object.keys(organisers).map((id) => [id, readFlag(organisers, id)])),
  })
  return c.json({ success: true })
})

buyerRoutes.post('/save_donation/', async (c) => {
  await saveDonation(c.var, {
    amount: readMoney(c.var.form, 'amount_before_booking_fee'),
    charityId: readId(c.var.form, 'charity_id'),
  })
  return c.json({ success: true })
})

buyerRoutes.post('/update_donation/', async (c) => {
  const { form } = c.var
  await updateDonation(c.var, {
    is_gift_aid: readFlag(form, 'is_gift_aid'),
    subscribe: readFlag(form, 'subscribe'),
    uk_based: readFlag(form, 'uk_based'),
    address1: readTyped(form, 'address1', longestLine),
    postcode: readTyped(form, 'postcode', 20),
  })
  return c.json({ success: true })
})

buyerRoutes.post('/get_address_all_countries_states/', (c) => c.json({ countries, states }))

buyerRoutes.post('/set_delivery_address/', async (c) => {
  const { form } = c.var
  const address = readPart(form, 'address')
  await setDeliveryAddress(c.var, {
    selectedId: readText(address, 'selected_user_address_id', 100),
    address: readAddress(address),
    voucherFrom: readName(form, 'gift_voucher_from', longestName),
    voucherTo: readName(form, 'gift_voucher_to', longestName),
    contactNumber: readPhone(form, 'contact_number'),
  })
  return c.json({ success: true })
})

buyerRoutes.post('/save_question_answers/', async (c) => {
  const set = readText(c.var.form, 'before_or_after', 10)
  if (set !== 'before' && set !== 'after') throw new HttpError(422, 'The field before_or_after is not valid')
  await saveAnswers(c.var, set, readPart(c.var.form, 'answers'))
  return c.json({ questions_set: true })
})

buyerRoutes.post('/subscribe_to_events/', async (c) => {
  await subscribeToEvents(c.var)
  return c.json({ success: true })
})

function readAddress(address: Form) {
  return {
    first_name: readName(address, 'first_name', longestName),
    last_name: readName(address, 'last_name', longestName),
    address_1: readTyped(address, 'address_1', longestLine),
    address_2: readTyped(address, 'address_2', longestLine),
    town: readTyped(address, 'town', longestName),
    postcode: readTyped(address, 'postcode', 20),
    country: readText(address, 'country', 10),
    state: readTyped(address, 'state', 50),
  }
}
