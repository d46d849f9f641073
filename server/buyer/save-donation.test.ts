import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newEmail, prove, reserved, saleOf } from '#server/testing/buyers.ts'
import { addCharity } from '#server/testing/charities.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
let charity: { organiser: { charity_id: string; name: string } }
beforeAll(async () => {
  shop = await createTestShop()
  for (const id of ['lifeboats', 'whales']) await addCharity(shop, id)
  charity = { organiser: { charity_id: 'lifeboats', name: 'Lifeboats' } }
})
afterAll(() => shop.close())

const donate = (visitor: Visitor, amount: string | number, charity_id = 'lifeboats') =>
  call(visitor, 'save_donation', { amount_before_booking_fee: amount, charity_id })

const declaration = { is_gift_aid: true, subscribe: false, uk_based: true, address1: '', postcode: '' }
const declare = (visitor: Visitor, changes: Fields = {}) =>
  call(visitor, 'update_donation', { ...declaration, ...changes })

describe('a donation', () => {
  it('is added to the basket with its fee and keeps the hold [CALL-16, DONA-15]', async () => {
    const visitor = await reserved(shop, charity)
    const before = await checkoutOf(visitor)
    expect((await donate(visitor, '10.50')).json).toEqual({ success: true })
    const after = await checkoutOf(visitor)
    expect(after.donation).toEqual({
      amount_before_booking_fee: '10.50',
      booking_fee: '0.41',
      is_gift_aid: false,
    })
    expect(Number(after.basket_total)).toBeCloseTo(Number(before.basket_total) + 10.91)
    expect(after.seconds_remaining).toBeGreaterThan(500)
  })

  it('is removed by 0', async () => {
    const visitor = await reserved(shop, charity)
    await donate(visitor, 5)
    expect((await donate(visitor, 0)).status).toBe(200)
    expect((await checkoutOf(visitor)).donation).toBeNull()
  })

  it.each(['0.99', '0.5', '-1', '1e9', '1.005', 'NaN', '', '0x10', '1000000000', '100000.01'])(
    'is rejected when it is "%s" [DONA-08] [S15]',
    async (amount) => {
      const visitor = await reserved(shop, charity)
      const reply = await donate(visitor, amount)
      expect([reply.status, typeof reply.json.message]).toEqual([422, 'string'])
      expect((await checkoutOf(visitor)).donation).toBeNull()
    },
  )

  it('explains the minimum for a too small amount [S15]', async () => {
    const reply = await donate(await reserved(shop, charity), '0.99')
    expect(reply.json.message).toBe('Choose an amount or click Skip donation')
  })

  it("can only go to the basket's charity [S15, S21]", async () => {
    const visitor = await reserved(shop, charity)
    expect((await donate(visitor, 5, 'whales')).status).toBe(422)
    expect((await donate(await reserved(shop), 5)).status).toBe(422)
    expect((await checkoutOf(visitor)).donation).toBeNull()
  })

  it('is removed with its Gift Aid when its charity leaves the basket', async () => {
    const [own, other] = [await offer(shop.db, charity), await offer(shop.db)]
    const visitor = await visitorWith(shop, own.entry(1), other.entry(1))
    await call(visitor, 'reserve_tickets')
    await donate(visitor, 25)
    await declare(visitor, { address1: '1 High Street', postcode: 'YO1 6JX' })
    const { id } = await saleOf(shop, visitor)
    await call(visitor, 'remove_from_basket', { ticket_id: own.ticket() })
    const sale = await shop.db.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(sale).toMatchObject({
      donation_amount: 0,
      donation_charity_id: null,
      is_gift_aid: false,
      gift_aid_address1: '',
    })
  })

  it('needs a reserved basket', async () => {
    const visitor = await reserved(shop, charity)
    await call(visitor, 'destroy_sale')
    expect((await donate(visitor, 5)).status).toBe(409)
    expect((await donate(await shop.visitor(), 5)).status).toBe(409)
  })

  it('raises the basket version once per changed amount', async () => {
    const visitor = await reserved(shop, charity)
    const { basket_version } = await saleOf(shop, visitor)
    await donate(visitor, 5)
    await donate(visitor, 5)
    expect((await saleOf(shop, visitor)).basket_version).toBe(basket_version + 1)
  })
})

describe('Gift Aid', () => {
  it('is declared with date, amount, charity and exact wording [CALL-17, GIFT-11, GIFT-15] [L7]', async () => {
    const visitor = await reserved(shop, charity)
    await donate(visitor, '19.99')
    expect((await declare(visitor)).status).toBe(200)
    expect((await checkoutOf(visitor)).donation.is_gift_aid).toBe(true)
    const sale = await saleOf(shop, visitor)
    expect(sale).toMatchObject({
      donation_charity_id: 'lifeboats',
      donation_amount: 1999,
      gift_aid_uk_based: true,
    })
    expect(sale.gift_aid_declared_at).toBeInstanceOf(Date)
    expect(sale.gift_aid_wording).toContain(
      'I want Friends of lifeboats to claim Gift Aid on my donation of £19.99.',
    )
    expect(sale.gift_aid_wording).toContain('I am a UK taxpayer')
  })

  it.each<[string, Fields, number]>([
    ['nothing', {}, 422],
    ['only the first line', { address1: '1 Pier Road' }, 422],
    ['only the postcode', { postcode: 'YO21 3PU' }, 422],
    ['blanks', { address1: ' ', postcode: ' ' }, 422],
    ['both', { address1: '1 Pier Road', postcode: 'YO21 3PU' }, 200],
    ['overseas, only the first line', { uk_based: false, address1: '1 Quai Sud' }, 200],
    ['overseas, nothing', { uk_based: false }, 422],
  ])(
    'needs the address for donations of £20 or more: %s [GIFT-10, GIFT-12, GIFT-13] [L7]',
    async (_, changes, status) => {
      const visitor = await reserved(shop, charity)
      await donate(visitor, 20)
      const reply = await declare(visitor, changes)
      expect(reply.status).toBe(status)
      expect((await saleOf(shop, visitor)).is_gift_aid).toBe(status === 200)
    },
  )

  it('is removed completely when the donor declines [L7]', async () => {
    const visitor = await reserved(shop, charity)
    await donate(visitor, 25)
    await declare(visitor, { address1: '1 Pier Road', postcode: 'YO21 3PU' })
    expect((await declare(visitor, { is_gift_aid: false })).status).toBe(200)
    expect(await saleOf(shop, visitor)).toMatchObject({
      is_gift_aid: false,
      gift_aid_address1: '',
      gift_aid_declared_at: null,
      gift_aid_wording: '',
    })
  })

  it('must be declared again for a changed amount [L7]', async () => {
    const visitor = await reserved(shop, charity)
    await donate(visitor, 5)
    await declare(visitor)
    await donate(visitor, 6)
    expect((await checkoutOf(visitor)).is_gift_aid).toBe(false)
  })

  it('needs a donation [L7]', async () => {
    expect((await declare(await reserved(shop, charity))).status).toBe(409)
    expect((await declare(await reserved(shop))).status).toBe(409)
  })

  it.each([{ is_gift_aid: 'yes' }, { address1: 'x'.repeat(201) }, { postcode: 'x'.repeat(21) }])(
    'rejects a malformed declaration %# [L7]',
    async (changes) => {
      const visitor = await reserved(shop, charity)
      await donate(visitor, 5)
      expect((await declare(visitor, changes)).status).toBe(422)
      expect((await saleOf(shop, visitor)).is_gift_aid).toBe(false)
    },
  )

  it.each([true, false])(
    'answers the question for updates of the charity in the marketing step, if it was answered with %s before [GIFT-09, OPEN-73]',
    async (subscribe) => {
      const { organiser } = charity
      const visitor = await reserved(shop, {
        organiser: { ...organiser, marketing_signup_message: 'Hear of our boats' },
      })
      await donate(visitor, 5)
      await declare(visitor, { is_gift_aid: false, subscribe })
      await prove(shop, visitor, newEmail())
      const { marketing_preferences } = await checkoutOf(visitor)
      expect(marketing_preferences.basket_organisers).toMatchObject([{ organiser_subscribed: subscribe }])
    },
  )

  it('records consent to updates from the charity, with its wording, once the donor is known', async () => {
    const [visitor, email] = [await reserved(shop, charity), newEmail()]
    await donate(visitor, 5)
    await declare(visitor, { is_gift_aid: false, subscribe: true })
    await prove(shop, visitor, email)
    await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Darling' })
    const consents = await shop.db
      .selectFrom('marketing_consents')
      .selectAll()
      .where('email', '=', email)
      .execute()
    expect(consents).toMatchObject([
      {
        list: 'organiser',
        granted: true,
        wording: 'Keep me updated about the work of Friends of lifeboats',
      },
    ])
  })
})
