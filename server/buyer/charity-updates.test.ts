import { afterAll, beforeAll, expect, it } from 'vitest'

import { account, newEmail, openSale, prove, reservedOf, saleOf } from '#server/testing/buyers.ts'
import { addCharity } from '#server/testing/charities.ts'
import { call, checkoutOf, offer, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  await addCharity(shop, 'lifeboats')
})
afterAll(() => shop.close())

/** A visitor of an organiser with a charity who has asked for its updates with the Gift Aid. */
async function donor(is_express = false): Promise<{ event: Offered; visitor: Visitor; email: string }> {
  const organiser = { charity_id: 'lifeboats', marketing_signup_message: 'Hear of our boats', is_express }
  const event = await offer(shop.db, { organiser })
  const visitor = await reservedOf(shop, event)
  await call(visitor, 'save_donation', { amount_before_booking_fee: 5, charity_id: 'lifeboats' })
  await askForUpdates(visitor)
  return { event, visitor, email: newEmail() }
}

const askForUpdates = (visitor: Visitor) =>
  call(visitor, 'update_donation', {
    is_gift_aid: false,
    subscribe: true,
    uk_based: true,
    address1: '',
    postcode: '',
  })

const identify = (visitor: Visitor, email: string) =>
  call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Darling' })

const untick = (visitor: Visitor, { organiserId }: Offered) =>
  call(visitor, 'set_marketing_preferences', {
    ct_subscribed: false,
    event_subscribed: false,
    organiser_subscribed_marketing: { [organiserId]: false },
  })

const isTicked = async (visitor: Visitor) =>
  (await checkoutOf(visitor)).marketing_preferences.basket_organisers[0]?.organiser_subscribed

const grants = async (email: string) => {
  const rows = await shop.db
    .selectFrom('marketing_consents')
    .select('granted')
    .where('email', '=', email)
    .orderBy('given_at')
    .execute()
  return rows.map(({ granted }) => granted)
}

it('does not subscribe a donor again who has unticked the updates of the charity and goes back to the account [L1]', async () => {
  const { event, visitor, email } = await donor()
  await prove(shop, visitor, email)
  await identify(visitor, email)
  await untick(visitor, event)
  await identify(visitor, email)
  expect(await grants(email)).toEqual([true, false])
  expect(await isTicked(visitor)).toBe(false)
})

it('subscribes a donor who asks for the updates at Gift Aid after unticking them', async () => {
  const { event, visitor, email } = await donor()
  await prove(shop, visitor, email)
  await identify(visitor, email)
  await untick(visitor, event)
  await askForUpdates(visitor)
  expect((await grants(email)).at(-1)).toBe(true)
  expect(await isTicked(visitor)).toBe(true)
})

it('takes the updates back that an express buyer with an unproven email has unticked [L1]', async () => {
  const { event, visitor, email } = await donor(true)
  await identify(visitor, email)
  expect(await grants(email)).toEqual([true])
  await untick(visitor, event)
  expect(await grants(email)).toEqual([])
})

it('leaves the consent of the owner alone when somebody with an unproven email unticks the updates [L1]', async () => {
  const { visitor: owner, email } = await donor()
  await prove(shop, owner, email)
  await identify(owner, email)
  const { event, visitor } = await donor(true)
  await identify(visitor, email)
  await untick(visitor, event)
  expect(await grants(email)).toEqual([true])
})

it('subscribes nobody who goes on with the basket of a donor who has logged out of it [L1]', async () => {
  const { visitor, email: next } = await donor()
  const email = newEmail()
  await account(shop, email)
  await prove(shop, visitor, email)
  await call(visitor, 'logout_of_sale')
  await prove(shop, visitor, next)
  await identify(visitor, next)
  expect(await isTicked(visitor)).toBe(false)
  expect(await grants(next)).toEqual([])
})

it('tells nobody else with the link of the basket what the donor has chosen to hear about', async () => {
  const { visitor } = await donor()
  const stranger = await shop.visitor()
  await openSale(shop, stranger, (await saleOf(shop, visitor)).id)
  expect(await isTicked(stranger)).toBe(false)
  const { event, visitor: member, email } = await donor()
  await prove(shop, member, email)
  await call(member, 'set_marketing_preferences', {
    ct_subscribed: true,
    event_subscribed: true,
    organiser_subscribed_marketing: { [event.organiserId]: true },
  })
  await openSale(shop, stranger, (await saleOf(shop, member)).id)
  expect((await checkoutOf(stranger)).marketing_preferences).toMatchObject({
    ct_subscribed: false,
    event_subscribed: false,
    basket_organisers: [{ organiser_subscribed: false }],
  })
})
