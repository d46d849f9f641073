import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { deliverWaiting } from '#server/delivery/deliver-order.ts'
import { giveAway } from '#server/testing/doors.ts'
import { pay, payer, payPlan, payRest, planPayer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { owner, refund, ticketsOf } from '#server/testing/transfers.ts'
import { checkoutReplySchema } from '#src/checkout/schemas/checkout.ts'
import { bookingFeeTotal } from '#src/checkout/rules/fees.ts'

import { emptyCheckout } from './empty-checkout.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const days = (count: number) => new Date(Date.now() + count * 86_400_000)

/** An event with every feature that the checkout can show. */
async function everything() {
  const { db } = shop
  const charity = {
    id: 'kindness',
    name: 'Kindness',
    logo: '/pictures/kindness.svg',
    description_html: '<p>Be kind.</p>',
    donation_options: [500, 1000],
    donation_checkout_title: 'Be kind',
    base_fee: 20,
    booking_fee_basis_points: 250,
    booking_fee_includes_vat: true,
    booking_fee_vat_basis_points: 2000,
    booking_fee_cap: 300,
  }
  await db
    .insertInto('charities')
    .values(charity)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const policy = { id: 'gentle', title: 'Gentle', description: 'Up to a day before', text: 'Money back.' }
  await db
    .insertInto('refund_policies')
    .values(policy)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const event = await offer(db, {
    organiser: {
      name: 'Full House',
      statement_name: 'FULL HOUSE LTD',
      charity_id: 'kindness',
      is_express: true,
      provider: 'stripe',
      merchant_id: 'acct_1',
      requires_phone_number: true,
      custom_refund_policy: 'Ask us.',
      marketing_signup_message: 'Write to me',
      refund_protection_cost_basis_points: 500,
    },
    event: {
      refund_protection: true,
      different_timeslots_message: 'Different evenings',
      hide_booking_fee: true,
      venue_name: 'Hall',
      venue_full_address: '1 Hall Street',
      livestream_url: 'https://stream.example/1',
      reward_text: 'Get £5',
      reward_short_text: 'get £5',
      picture: '/pictures/full.svg',
      ga: 'G-1',
      ga_conversion_id: 'AW-1',
      fb_pixel: '123',
      demands_captcha: true,
    },
    date: { starts_at: days(120) },
    tickets: {
      adult: {
        price: 9001,
        booking_fee: 100,
        absorb_fee: true,
        deliverable: true,
        delivery_cost: 295,
        non_refundable: true,
        min_per_customer: 2,
        max_per_customer: 6,
        refund_policy_id: 'gentle',
        plan_months: [3, 2, 12],
      },
    },
  })
  await db
    .insertInto('questions')
    .values([
      {
        id: `${event.id}-q1`,
        event_id: event.id,
        ticket_type_id: null,
        before_or_after: 'before',
        question: 'Name?',
        type: 'text',
        mandatory: true,
      },
      {
        id: `${event.id}-q2`,
        event_id: event.id,
        ticket_type_id: event.ticket(),
        before_or_after: 'after',
        question: 'Size?',
        type: 'dropdown',
        options: ['S', 'L'],
      },
      {
        id: `${event.id}-q3`,
        event_id: event.id,
        ticket_type_id: null,
        before_or_after: 'before',
        question: 'News?',
        type: 'checkbox',
        once_per_checkout: true,
        position: 1,
      },
    ])
    .execute()
  await db
    .insertInto('waivers')
    .values({ id: event.id, event_id: event.id, title: 'Care', text_html: '<p>Take care.</p>' })
    .execute()
  await db
    .insertInto('after_sale_messages')
    .values({ id: event.id, event_id: event.id, message: 'See you' })
    .execute()
  return event
}

describe('a full basket', () => {
  let event: Awaited<ReturnType<typeof everything>>
  let nextId = ''
  let checkout: Awaited<ReturnType<typeof checkoutOf>>

  beforeAll(async () => {
    event = await everything()
    const next = await offer(shop.db, {
      organiser: { id: event.organiserId },
      event: { venue_name: 'Park' },
      date: { starts_at: new Date('2999-06-05T18:30:00Z') },
    })
    nextId = next.id
    checkout = await checkoutOf(await visitorWith(shop, event.entry(2)))
  })

  it('has the state of the sale [CALL-31, ENTI-01] [L5]', () => {
    expect(checkout).toMatchObject({
      state: 'basket',
      sale_reference: '',
      seconds_remaining: 0,
      captcha_sitekey: expect.stringMatching(/.+/),
      express: true,
    })
  })

  it('has every field of its ticket lines [ENTI-02, ENTI-13..16]', () => {
    expect(checkout.tickets).toMatchObject([
      {
        ticket_id: event.ticket(),
        event_id: event.id,
        date_id: event.id,
        event_url: `/events/${event.id}/`,
        ticket_name: 'adult',
        nice_date: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2} \w+ \d{4}, \d{1,2}:\d\d[ap]m$/),
        qty: 2,
        price: '90.01',
        booking_fee: '1.00',
        event_hide_booking_fee: true,
        thumbnail: '/pictures/full.svg',
        seats: [],
        is_posted: true,
        non_refundable: true,
        refund_policy: { title: 'Gentle', description: 'Up to a day before', text: 'Money back.' },
        can_update_quantity: true,
        max_can_reserve: 6,
        min_per_customer: 2,
        required_tickets: [],
      },
    ])
  })

  it('has the fields of ticket lines that later steps read [ENTI-18]', () => {
    expect(checkout.tickets).toMatchObject([
      { organiser_url: `/organisers/${event.organiserId}/`, discount_amount: '0.00', absorb_fee: true },
    ])
  })

  it('has every field of its events [ENTI-20, ENTI-21]', () => {
    expect(checkout.events).toMatchObject([
      {
        id: event.id,
        refund_protection: true,
        warn_customers_about_different_timeslots_message: 'Different evenings',
        shareable_link: `http://shop.test/events/${event.id}/`,
        reward_referrers: [{ text: 'Get £5', short_text: 'get £5' }],
        venue: {
          name: 'Hall',
          full_address: '1 Hall Street',
          map_address: '1 Hall Street',
          map_checkin: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
        has_livestream: true,
        access_online: '',
        has_waiver: true,
        ga: 'G-1',
        ga_conversion_id: 'AW-1',
        fb_pixel: '123',
      },
    ])
  })

  it('has every field of its organisers, with their upcoming events [ENTI-03, ENTI-22, ENTI-23]', () => {
    expect(checkout.organisers).toMatchObject([
      {
        name: 'Full House',
        statement_name: 'FULL HOUSE LTD',
        full_url: `/organisers/${event.organiserId}/`,
        is_saas: false,
        charity: true,
        has_custom_refund_policy: true,
        upcoming_events: [{ url: `/events/${nextId}/`, location: 'Park', date: 'Wed 5 Jun 2999, 7:30pm' }],
      },
    ])
  })

  it('has its currency, amounts and refund protection [ENTI-04..06]', () => {
    expect(checkout).toMatchObject({
      currency: { code: 'GBP', symbol: '£' },
      basket_total: '184.97',
      delivery_cost: '2.95',
      all_booking_fees_are_absorbed: true,
      has_refund_protection: true,
      refund_protection: false,
      refund_protection_cost: '9.00',
    })
  })

  it('has its donation and its charity with the donation fee [ENTI-08, ENTI-25]', () => {
    expect(checkout).toMatchObject({
      donation: null,
      donation_amount: '0.00',
      add_donation: true,
      charity: {
        id: 'kindness',
        donation_options: ['5.00', '10.00'],
        base_fee: '0.20',
        booking_fee: 2.5,
        booking_fee_includes_vat: true,
        booking_fee_vat: 20,
        booking_fee_cap: '3.00',
      },
    })
  })

  it("has what the buyer must provide, and the organisers' messages [ENTI-09, ENTI-24, ENTI-30]", () => {
    expect(checkout).toMatchObject({
      require_delivery_address: true,
      has_require_phone_number: true,
      has_waivers: true,
      after_sale_messages: [
        {
          organiser_name: 'Full House',
          event_nice_date: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2,3} \d{4}$/),
          event_nice_time: expect.stringMatching(/m$/),
          message: 'See you',
        },
      ],
      marketing_preferences: {
        ct_subscribed: false,
        event_subscribed: false,
        basket_organisers: [
          { id: event.organiserId, organiser_subscribed: false, marketing_signup_message: 'Write to me' },
        ],
      },
    })
  })

  it('names its payment provider and its analytics [ENTI-11, ENTI-12]', () => {
    expect(checkout).toMatchObject({
      opoa: { provider: 'stripe', merchant_id: 'acct_1', overridden: false },
      sagepay_or_stripe: 'stripe',
      ga_ua_properties: ['G-1'],
    })
  })

  it('has its questions by ticket id [ENTI-10, ENTI-34]', () => {
    const before = checkout.before_payment_questions[event.ticket()]
    expect(before.map((question: { question: string }) => question.question)).toEqual(['Name?', 'News?'])
    expect(before[0]).toMatchObject({
      ticket_id: event.ticket(),
      type: 'text',
      mandatory: true,
      once_per_checkout: false,
    })
    expect(checkout.after_payment_questions[event.ticket()]).toMatchObject([
      { type: 'dropdown', prepopulated_array: ['S', 'L'] },
    ])
  })
})

it('names no card provider for an organiser without its own provider [OPEN-07]', async () => {
  const event = await offer(shop.db)
  const checkout = await checkoutOf(await visitorWith(shop, event.entry(1)))
  expect(checkout).toMatchObject({ opoa: { provider: '' }, sagepay_or_stripe: '' })
})

it('offers plans that end before the event, with instalments that add up to the total [ENTI-11, ENTI-31, OPEN-27]', async () => {
  const event = await everything()
  const checkout = await checkoutOf(await visitorWith(shop, event.entry(2)))
  const plans = checkoutReplySchema.parse(checkout).payment_plan_schedule_options
  expect(Object.keys(plans)).toEqual(['2', '3'])
  for (const { schedule } of Object.values(plans))
    expect(schedule.reduce((sum, { value }) => sum + value, 0)).toBe(184_97)
  expect(plans['3']).toMatchObject({
    label: 'Over 3 months',
    schedule: [{ value: 64_97 }, { value: 60_00 }, { value: 60_00 }],
  })
  expect(plans['3']?.schedule[1]?.uk_due).toMatch(/^\d\d\/\d\d\/\d{4}$/)
})

it('matches the page’s schema and the shared booking fee rule [MONY-01]', async () => {
  const event = await everything()
  const visitor = await visitorWith(shop, event.entry(2))
  await call(visitor, 'update_refund_protection', { refund_protection: true })
  const checkout = checkoutReplySchema.parse(await checkoutOf(visitor))
  expect(checkout.basket_total).toBe(193_97)
  expect(bookingFeeTotal(checkout)).toBe(2_00)
})

it('has the same fields, all empty but for the events that begin next, for a visitor without a basket [BASK-02, ENTI-07]', async () => {
  const visitor = await shop.visitor()
  const empty = await checkoutOf(visitor)
  expect(empty).toEqual({ ...JSON.parse(JSON.stringify(emptyCheckout)), organisers: expect.any(Array) })
  const event = await offer(shop.db)
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
  await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })
  expect(await checkoutOf(visitor)).toEqual({
    ...empty,
    organisers: expect.any(Array),
    server_time: expect.any(String),
  })
})

it("shows the buyer's details only to the buyer, not to another visitor of the same sale [S23]", async () => {
  const event = await offer(shop.db, { tickets: { adult: { deliverable: true } } })
  const [owner, other] = [await visitorWith(shop, event.entry(1)), await visitorWith(shop, event.entry(1))]
  const reference = (await call(owner, 'reserve_tickets')).json.sale_reference
  const typed = { guest_email: 'ada@example.com', guest_name: 'Ada Byron', contact_number: '0201234567' }
  const quay = {
    first_name: 'Ada',
    last_name: 'Byron',
    address_1: '1 Quay',
    address_2: '',
    town: 'Whitby',
    postcode: 'YO21 3PU',
    country: '1',
    state: '',
  }
  const { id } = await shop.db
    .updateTable('sales')
    .set({ ...typed, delivery_address: JSON.stringify(quay) })
    .where('reference', '=', reference)
    .returning('id')
    .executeTakeFirstOrThrow()
  const otherReference = (await call(other, 'reserve_tickets')).json.sale_reference
  const otherSale = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', otherReference)
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('sessions').set({ sale_id: id }).where('sale_id', '=', otherSale.id).execute()

  expect(await checkoutOf(owner)).toMatchObject({
    init_guest_email: 'ada@example.com',
    guest_name: 'Ada Byron',
    contact_number: '0201234567',
    posted_to: 'Ada Byron, 1 Quay, Whitby, YO21 3PU',
  })
  const seen = await other.get('/ajax/checkout/checkout/get/')
  expect(seen.json).toMatchObject({
    sale_reference: reference,
    init_guest_email: '',
    guest_name: '',
    contact_number: '',
    posted_to: '',
  })
  for (const text of [...Object.values(typed), '1 Quay']) expect(seen.text).not.toContain(text)
})

describe('the address of a livestream', () => {
  const online = { event: { livestream_url: 'https://stream.example/1' } }
  const addressOf = async (visitor: Visitor) => (await checkoutOf(visitor)).events[0].access_online

  it('is shown once the order is paid', async () => {
    const one = await payer(shop, online)
    expect(await addressOf(one.visitor)).toBe('')
    await pay(shop, one.visitor)
    const checkout = await checkoutOf(one.visitor)
    expect(checkout.events[0].access_online).toBe('https://stream.example/1')
    expect(checkout.tickets[0]).toMatchObject({ can_update_quantity: false, max_can_reserve: 2 })
  })

  it('is hidden once the last ticket was refunded or accepted by somebody else', async () => {
    const one = await owner(shop, online)
    const [first, second] = await ticketsOf(shop, one.sale.id)
    await refund(shop, first)
    expect(await addressOf(one.visitor)).toBe('https://stream.example/1')
    await giveAway(shop, second?.id ?? '')
    expect(await addressOf(one.visitor)).toBe('')
  })

  it('is shown for an instalment plan after the last payment', async () => {
    const one = await planPayer(shop, online)
    await payPlan(shop, one.visitor)
    expect(await addressOf(one.visitor)).toBe('')
    const { id } = await one.sale()
    await payRest(shop, id)
    await deliverWaiting(shop.db, () => {})
    await moveShopTime(shop.db, 61)
    await deliverWaiting(shop.db, () => {})
    expect(await addressOf(one.visitor)).toBe('https://stream.example/1')
  })

  it('is not part of a poster that comes by post', async () => {
    const one = await owner(shop, { ...online, tickets: { adult: { deliverable: true } } })
    expect(await addressOf(one.visitor)).toBe('')
  })
})
