import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  account,
  guest,
  member,
  newEmail,
  openSale,
  prove,
  reserved,
  reservedOf,
  saleOf,
} from '#server/testing/buyers.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const asking = { organiser: { marketing_signup_message: 'Write to me about boats' } }
const choose = (visitor: Visitor, organisers: Fields = {}, changes: Fields = {}) =>
  call(visitor, 'set_marketing_preferences', {
    ct_subscribed: false,
    event_subscribed: false,
    organiser_subscribed_marketing: organisers,
    ...changes,
  })
const consentsOf = (email: string) =>
  shop.db
    .selectFrom('marketing_consents')
    .select(['list', 'organiser_id', 'granted', 'wording', 'user_id', 'sale_id', 'given_at'])
    .where('email', '=', email)
    .orderBy('given_at')
    .orderBy('list')
    .execute()

describe('marketing preferences', () => {
  it('are saved to the sale and as consents with person, time and wording [CALL-15, MARK-06] [L1]', async () => {
    const event = await offer(shop.db, asking)
    const [visitor, email] = [await reservedOf(shop, event), newEmail()]
    const userId = await account(shop, email)
    await prove(shop, visitor, email)
    const reply = await choose(visitor, { [event.organiserId]: true }, { ct_subscribed: true })
    expect([reply.status, reply.json]).toEqual([200, { success: true }])
    expect((await checkoutOf(visitor)).marketing_preferences).toEqual({
      ct_subscribed: true,
      event_subscribed: false,
      basket_organisers: [
        {
          id: event.organiserId,
          organiser_subscribed: true,
          marketing_signup_message: 'Write to me about boats',
        },
      ],
    })
    const { id } = await saleOf(shop, visitor)
    const given = { granted: true, user_id: userId, sale_id: id, given_at: expect.any(Date) }
    expect(await consentsOf(email)).toEqual([
      { ...given, list: 'newsletter', organiser_id: null, wording: 'Send me the Foyer newsletter' },
      {
        ...given,
        list: 'organiser',
        organiser_id: event.organiserId,
        wording: 'Write to me about boats',
      },
    ])
    expect((await visitor.get('/ajax/user/user/get_user/')).json.user).toMatchObject({
      subscribed: true,
      is_event_subscribed: false,
    })
  })

  it('are withdrawn by their owner, and a repeated choice is recorded once [L1]', async () => {
    const { visitor, email } = await member(shop, asking)
    await choose(visitor, {}, { event_subscribed: true })
    await choose(visitor, {}, { event_subscribed: true })
    await choose(visitor)
    expect((await consentsOf(email)).map(({ list, granted }) => [list, granted])).toEqual([
      ['event_updates', true],
      ['event_updates', false],
    ])
    expect((await visitor.get('/ajax/user/user/get_user/')).json.user.is_event_subscribed).toBe(false)
  })

  it('of a guest are recorded for the proven email', async () => {
    const { visitor, email } = await guest(shop, asking)
    await choose(visitor, {}, { ct_subscribed: true })
    expect(await consentsOf(email)).toMatchObject([{ list: 'newsletter', granted: true, user_id: null }])
  })

  it("of somebody who only typed an email do not withdraw its owner's consent [L1, S22]", async () => {
    const { visitor, email } = await member(shop, asking)
    await choose(visitor, {}, { ct_subscribed: true })
    const event = await offer(shop.db, { organiser: { is_express: true, marketing_signup_message: 'Hm' } })
    const stranger = await reservedOf(shop, event)
    await call(stranger, 'save_guest_to_sale', { email, fullname: 'Mallory Malign' })
    expect((await choose(stranger)).status).toBe(200)
    expect(await consentsOf(email)).toMatchObject([{ list: 'newsletter', granted: true }])
  })

  it('of an unpaid basket whose email was only typed neither count for its owner nor hide their own', async () => {
    const { visitor, email } = await member(shop, asking)
    const organiserId = (await checkoutOf(visitor)).marketing_preferences.basket_organisers[0].id
    const stranger = await reserved(shop, { organiser: { is_express: true } })
    await call(stranger, 'save_guest_to_sale', { email, fullname: 'Mallory Malign' })
    await choose(stranger, {}, { ct_subscribed: true })
    await choose(stranger, {}, { ct_subscribed: true })
    await choose(visitor, { [organiserId]: true }, { ct_subscribed: true })
    await shop.db.deleteFrom('sales').where('guest_name', '=', 'Mallory Malign').execute()
    expect(await consentsOf(email)).toMatchObject([
      { list: 'newsletter', granted: true },
      { list: 'organiser', granted: true },
    ])
  })

  it("reject another basket's organiser, and one that does not ask for consent [S21]", async () => {
    const [other, silent] = [await offer(shop.db, asking), await offer(shop.db)]
    const visitor = await reservedOf(shop, silent)
    for (const id of [other.organiserId, silent.organiserId, 'nobody'])
      expect((await choose(visitor, { [id]: true })).status).toBe(422)
    expect((await saleOf(shop, visitor)).marketing_choices).toBeNull()
  })

  it('reject values that are not booleans, an unknown buyer, and a basket that is not reserved', async () => {
    const { visitor } = await guest(shop, asking)
    expect((await choose(visitor, {}, { ct_subscribed: 'maybe' })).status).toBe(422)
    expect((await choose(visitor, {}, { organiser_subscribed_marketing: 'all' })).status).toBe(422)
    expect((await choose(await reserved(shop, asking))).status).toBe(409)
    await call(visitor, 'destroy_sale')
    expect((await choose(visitor)).status).toBe(409)
  })
})

describe('after the order', () => {
  const free = { tickets: { adult: { price: 0 } } }

  async function ordered() {
    const { visitor, email } = await member(shop, free)
    const reply = await call(visitor, 'claim_free_tickets', { email })
    if (reply.status !== 200) throw new Error(reply.text)
    return { visitor, email }
  }

  it('subscribes the buyer to event updates, once [CALL-38]', async () => {
    const { visitor, email } = await ordered()
    expect((await call(visitor, 'subscribe_to_events')).json).toEqual({ success: true })
    await call(visitor, 'subscribe_to_events')
    expect(await consentsOf(email)).toMatchObject([
      { list: 'event_updates', granted: true, wording: 'Subscribe to important updates' },
    ])
    expect((await visitor.get('/ajax/user/user/get_user/')).json.user.is_event_subscribed).toBe(true)
  })

  it('shows the buyer the email, and a reference that can be read aloud [CALL-35, ENTI-37]', async () => {
    const { visitor, email } = await ordered()
    const { reference, order_reference } = await saleOf(shop, visitor)
    const reply = await visitor.get('/ajax/checkout/checkout/get_simple_info/')
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ sale_email: email, sale_reference: order_reference })
    expect(order_reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(reference).not.toContain(order_reference)
  })

  it('shows and changes nothing before the payment, or for anybody else [S23]', async () => {
    const { visitor } = await ordered()
    const { id } = await saleOf(shop, visitor)
    const unpaid = (await member(shop, free)).visitor
    const stranger = await shop.visitor()
    await openSale(shop, stranger, id)
    for (const other of [unpaid, stranger, await shop.visitor()]) {
      expect((await other.get('/ajax/checkout/checkout/get_simple_info/')).status).toBe(404)
      expect((await call(other, 'subscribe_to_events')).status).toBe(404)
    }
  })
})
