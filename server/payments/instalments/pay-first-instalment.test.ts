import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { account, newEmail, prove } from '#server/testing/buyers.ts'
import { readBooks } from '#server/testing/books.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import {
  cards,
  follow,
  pay,
  payPlan,
  planPayer,
  press,
  typeCard,
  type Payer,
} from '#server/testing/payers.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { checkoutReplySchema } from '#src/checkout/schemas/checkout.ts'

import { removeCard } from '#server/payments/plans/saved-cards.ts'
import { ukDateInWords } from '#src/lib/uk-date.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => void (shop.answer = null))

const planOf = (saleId: string) =>
  shop.db.selectFrom('payment_plans').selectAll().where('sale_id', '=', saleId).executeTakeFirst()

const instalmentsOf = (saleId: string) =>
  shop.db
    .selectFrom('instalments')
    .leftJoin('payments', 'payments.id', 'instalments.payment_id')
    .select(['instalments.number', 'instalments.amount', 'instalments.due_at', 'payments.amount as paid'])
    .where('instalments.sale_id', '=', saleId)
    .orderBy('number')
    .execute()

const cardsOf = (userId: string) =>
  shop.db.selectFrom('user_cards').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()

/** A payer with an account, signed in. */
async function memberPayer(changes: Parameters<typeof planPayer>[1] = {}) {
  const one = await planPayer(shop, changes)
  const email = newEmail()
  const userId = await account(shop, email)
  await prove(shop, one.visitor, email)
  return { ...one, userId, email }
}

/** Another basket of a signed-in person, for an event of the organiser. */
async function again(person: { email: string }, organiser: { merchant_id: string; provider?: 'square' }) {
  const one = await planPayer(shop, { organiser })
  await prove(shop, one.visitor, person.email)
  return one
}

const nothingBought = { isPaid: false, money: [], tickets: 0, receipts: 0, taken: 0, sold: 0 }
const boughtOnce = { isPaid: true, money: ['charge'], tickets: 1, receipts: 1, taken: 1, held: 0, sold: 1 }

/** The shop's requests to the card provider, as method and path. */
function record() {
  const sent: string[] = []
  shop.answer = async (request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname.replace('/sandbox/stripe/v1/', '')}`)
    return shop.app.request(request)
  }
  return sent
}

describe('a request that is repeated', () => {
  const refusal = [409, { message: 'This payment was started with another card. Please try again' }]

  it.each([
    ['was declined', cards.declined],
    ['is being confirmed', cards.challenged],
    ['succeeded', '4242424242424242'],
  ])('with another card is refused without a charge if the first one %s', async (_, number) => {
    const one = await planPayer(shop)
    const fields = { attempt: 'reused', new_payment_method: { id: await typeCard(shop, number) } }
    const first = await payPlan(shop, one.visitor, { fields })
    const sent = record()
    const { status, json } = await payPlan(shop, one.visitor, { fields: { attempt: 'reused' } })
    expect([status, json]).toEqual(refusal)
    expect(sent).toEqual([])
    expect((await payPlan(shop, one.visitor, { fields })).json).toEqual(first.json)
  })

  it('with a saved card is refused if it is another one, and has the same answer if it is the same', async () => {
    const one = await memberPayer()
    await payPlan(shop, one.visitor)
    const [saved] = await cardsOf(one.userId)
    const next = await again(one, { merchant_id: 'acct_plans' })
    const attempt = 'saved'
    const fields = { attempt, new_payment_method: null, selected_payment_method_id: saved?.id ?? '' }
    expect((await payPlan(shop, next.visitor, { fields })).json).toEqual({ status: 'success' })
    expect((await payPlan(shop, next.visitor, { fields })).json).toEqual({ status: 'success' })
    const { status, json } = await payPlan(shop, next.visitor, { fields: { attempt } })
    expect([status, json]).toEqual(refusal)
  })
})

describe('the first instalment', () => {
  it('turns the sale into an order with a plan that adds up to the total [CALL-23, INST-19, ENTI-11]', async () => {
    const one = await planPayer(shop)
    const reply = await payPlan(shop, one.visitor)
    expect([reply.status, reply.json]).toEqual([200, { status: 'success' }])

    expect(await readBooks(shop, one)).toEqual(boughtOnce)
    const sale = await one.sale()
    expect(sale).toMatchObject({ total: 9200, plan_months: 3, contact_number: '07700 900123' })
    const written = await instalmentsOf(sale.id)
    expect(written.map(({ number, amount, paid }) => [number, amount, paid])).toEqual([
      [1, 3200, 3200],
      [2, 3000, null],
      [3, 3000, null],
    ])
    const checkout = checkoutReplySchema.parse(await checkoutOf(one.visitor))
    expect([checkout.payment_complete, checkout.payment_plan_remaining]).toEqual([true, true])
    expect(checkout.tickets).toMatchObject([{ non_transferable: true }])
  })

  it('keeps the card, the phone number, and what the buyer agreed to with dates and amounts [L13]', async () => {
    const one = await planPayer(shop)
    const offered = checkoutReplySchema.parse(await checkoutOf(one.visitor)).payment_plan_schedule_options[
      '3'
    ]
    await payPlan(shop, one.visitor)
    const [, second, third] = offered?.schedule.map(({ uk_due }) => ukDateInWords(uk_due)) ?? []
    expect(await planOf((await one.sale()).id)).toMatchObject({
      months: 3,
      status: 'active',
      provider: 'stripe',
      account: 'acct_plans',
      provider_customer_id: expect.stringMatching(/^cus_/),
      provider_method_id: expect.stringMatching(/^pm_/),
      brand: 'visa',
      last4: '4242',
      mobile: '07700 900123',
      wording: `By paying I agree that my card is saved for this payment plan and charged without asking me again: £30.00 each on ${second} and ${third}.`,
      agreed_at: expect.any(Date),
    })
  })

  it('does not believe the page about the card', async () => {
    const one = await planPayer(shop)
    const id = await typeCard(shop, '5555555555554444')
    await payPlan(shop, one.visitor, {
      fields: {
        new_payment_method: { id, brand: 'amex', last4: '0005', month: 1, year: 2020, funding: 'debit' },
      },
    })
    expect(await planOf((await one.sale()).id)).toMatchObject({ brand: 'mastercard', last4: '4444' })
  })

  it('is charged by the plan that the buyer chose', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor, { fields: { instalment_option: '6' } })
    const written = await instalmentsOf((await one.sale()).id)
    expect(written.map(({ amount }) => amount)).toEqual([1700, 1500, 1500, 1500, 1500, 1500])
  })

  it.each([
    ['1, which is no plan [INST-04]', { instalment_option: '1' }],
    ['a number of months that is not offered', { instalment_option: '4' }],
    ['no number of months', { instalment_option: '' }],
    ['no phone number [INST-09]', { contact_number: '' }],
    ['an invalid phone number [INST-09]', { contact_number: '12' }],
    ['neither a saved nor a new card', { new_payment_method: '' }],
    ['a card that the provider does not know', { new_payment_method: { id: 'pm_none' } }],
    ['an invalid idempotency key', { attempt: 'a b' }],
  ])('is refused with %s', async (_, fields) => {
    const one = await planPayer(shop)
    expect((await payPlan(shop, one.visitor, { fields })).status).toBe(422)
    expect(await readBooks(shop, one)).toMatchObject(nothingBought)
  })

  it.each([
    ['its tickets cannot be paid in instalments', { tickets: { adult: { price: 9000 } } }],
    ['the organiser takes payments through Square', { organiser: { provider: 'square' as const } }],
    [
      'the last payment would come after the event',
      { date: { starts_at: new Date(Date.now() + 50 * 86_400_000) } },
    ],
  ])('is refused for a basket if %s', async (_, changes) => {
    const one = await planPayer(shop, changes)
    expect((await checkoutOf(one.visitor)).payment_plan_schedule_options).toEqual({})
    expect((await payPlan(shop, one.visitor)).status).toBe(422)
  })

  it('is refused for a visitor with a shared link [S21]', async () => {
    const one = await planPayer(shop)
    const stranger = await shop.visitor()
    await stranger.post('/smartcheckout/', { session: one.reference })
    expect((await payPlan(shop, stranger)).status).toBe(422)
    expect(await readBooks(shop, one)).toMatchObject(nothingBought)
  })

  it('is refused once the reservation has expired', async () => {
    const one = await planPayer(shop)
    await moveShopTime(shop.db, 3600)
    const reply = await payPlan(shop, one.visitor)
    expect([reply.status, reply.json.message]).toEqual([409, expect.stringContaining('expired')])
    await moveShopTime(shop.db, -3600)
    expect(await readBooks(shop, one)).toMatchObject(nothingBought)
  })
})

describe('a declined card', () => {
  it('starts no plan, and another card starts one', async () => {
    const one = await planPayer(shop)
    const declined = await payPlan(shop, one.visitor, { number: cards.declined })
    expect(declined.json).toEqual({ status: 'unsuccessful', message: 'Your card was declined.' })
    const { id } = await one.sale()
    expect([await planOf(id), await instalmentsOf(id)]).toEqual([undefined, []])
    expect(await readBooks(shop, one)).toMatchObject({ ...nothingBought, held: 1 })
    expect((await payPlan(shop, one.visitor)).json).toEqual({ status: 'success' })
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
  })

  it('leaves the buyer free to pay in full', async () => {
    const one = await planPayer(shop)
    await payPlan(shop, one.visitor, { number: cards.declined })
    expect((await pay(shop, one.visitor)).json).toEqual({ status: 'success' })
    const { id, plan_months } = await one.sale()
    expect([plan_months, await planOf(id)]).toEqual([null, undefined])
    expect((await checkoutOf(one.visitor)).payment_plan_remaining).toBe(false)
  })
})

describe('a card whose bank asks', () => {
  const challenged = async (one: Payer) => {
    const { json } = await payPlan(shop, one.visitor, { number: cards.challenged })
    expect(json).toEqual({ status: 'redirect_to_url', url: expect.stringContaining('/challenge/') })
    expect((await one.sale()).paid_at).toBeNull()
    return json.url as string
  }

  it('pays after the buyer has confirmed, and can then be charged without them [INST-21] [L13]', async () => {
    const one = await planPayer(shop)
    const back = await press(shop, await challenged(one), 'approve')
    expect(new URL(back).pathname).toBe('/do/checkout/stripe_auth/')
    expect((await follow(one.visitor, back)).headers.get('location')).toBe('/checkout/')
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
    expect(await planOf((await one.sale()).id)).toMatchObject({ status: 'active' })
  })

  it('pays nothing if the buyer does not confirm, and says so [L13]', async () => {
    const one = await planPayer(shop)
    await follow(one.visitor, await press(shop, await challenged(one), 'fail'))
    expect(await readBooks(shop, one)).toMatchObject({ ...nothingBought, held: 1 })
    expect((await call(one.visitor, 'get_payment_error')).json.text).toContain('unable to authenticate')
    expect((await payPlan(shop, one.visitor)).json).toEqual({ status: 'success' })
  })

  it('pays although the buyer never came back, by a webhook or the sweep', async () => {
    for (const report of ['webhook', 'sweep']) {
      const one = await planPayer(shop)
      const url = await challenged(one)
      await press(shop, url, 'approve')
      const id = new URL(url).pathname.split('/').at(-1)
      if (report === 'webhook') await sendStripeEvent(shop, 'payment_intent.succeeded', { id })
      else await moveShopTime(shop.db, 61).then(() => sweep(shop))
      expect(await readBooks(shop, one)).toEqual(boughtOnce)
      expect(await planOf((await one.sale()).id)).toMatchObject({ months: 3 })
    }
  })

  it('is cancelled when the buyer goes back and pays differently', async () => {
    const one = await planPayer(shop)
    const url = await challenged(one)
    await call(one.visitor, 'get_payment_error')
    expect((await pay(shop, one.visitor)).json).toEqual({ status: 'success' })
    await press(shop, url, 'approve')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
    expect(await planOf((await one.sale()).id)).toBeUndefined()
  })

  it('keeps the tickets of a buyer who has left for half an hour at most', async () => {
    const one = await planPayer(shop)
    await challenged(one)
    await moveShopTime(shop.db, 31 * 60)
    await sweep(shop)
    expect(await readBooks(shop, one)).toMatchObject(nothingBought)
    const attempts = await shop.db
      .selectFrom('payment_attempts')
      .select('status')
      .where('sale_id', '=', (await one.sale()).id)
      .execute()
    expect(attempts).toEqual([{ status: 'failed' }])
  })

  it('is refunded if the buyer confirms after the tickets were sold to others [L14]', async () => {
    const one = await planPayer(shop)
    const url = await challenged(one)
    await press(shop, url, 'approve')
    await shop.db
      .updateTable('sales')
      .set({ basket_version: 99 })
      .where('reference', '=', one.reference)
      .execute()
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    const books = await readBooks(shop, one)
    expect(books).toMatchObject({ isPaid: false, money: ['charge', 'refund'], tickets: 0 })
    expect(await planOf((await one.sale()).id)).toBeUndefined()
  })
})

describe('an attempt', () => {
  it('that is repeated charges once and replies alike', async () => {
    const one = await planPayer(shop)
    const fields = { attempt: 'same', new_payment_method: { id: await typeCard(shop) } }
    const replies = [
      await payPlan(shop, one.visitor, { fields }),
      await payPlan(shop, one.visitor, { fields }),
    ]
    expect(replies.map(({ json }) => json)).toEqual([{ status: 'success' }, { status: 'success' }])
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
  })

  it('of a page that sends no key charges once, also while the first request is in progress', async () => {
    const one = await planPayer(shop)
    const fields = { attempt: '', new_payment_method: { id: await typeCard(shop) } }
    const replies = await Promise.all([1, 2, 3].map(() => payPlan(shop, one.visitor, { fields })))
    expect(replies.map(({ json }) => json.status)).toContain('success')
    expect((await payPlan(shop, one.visitor, { fields })).json).toEqual({ status: 'success' })
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
  })

  it('of a page that sends no key can be tried again with the same card after it failed', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor, { number: cards.failsOnceSaved })
    const [saved] = await cardsOf(person.userId)
    const one = await again(person, { merchant_id: 'acct_plans' })
    const fields = { attempt: '', selected_payment_method_id: saved?.id ?? '' }
    const sent = record()
    for (let round = 0; round < 2; round++)
      expect((await payPlan(shop, one.visitor, { fields })).json.status).toBe('unsuccessful')
    expect(sent.filter((line) => line === 'POST payment_intents')).toHaveLength(2)
  })

  it('whose reply was lost is found again, and charged once [C16]', async () => {
    const one = await planPayer(shop)
    const fields = { attempt: 'lost', new_payment_method: { id: await typeCard(shop, cards.lost) } }
    await payPlan(shop, one.visitor, { fields })
    expect((await payPlan(shop, one.visitor, { fields })).json).toEqual({ status: 'success' })
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
  })

  it('that the provider processes for a while is reported as pending, then paid', async () => {
    const one = await planPayer(shop)
    const fields = { attempt: 'slow', new_payment_method: { id: await typeCard(shop, cards.slow) } }
    expect((await payPlan(shop, one.visitor, { fields })).json).toMatchObject({ status: 'pending' })
    await moveShopTime(shop.db, 21)
    expect((await payPlan(shop, one.visitor, { fields })).json).toEqual({ status: 'success' })
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
  })

  it('is not sent if the provider does not know the card for certain', async () => {
    const one = await planPayer(shop)
    shop.answer = () => Promise.resolve(new Response('', { status: 500 }))
    const id = 'pm_1'
    expect((await payPlanWithoutProvider(one, id)).status).toBe(503)
    shop.answer = null
    expect(await readBooks(shop, one)).toMatchObject({ ...nothingBought, held: 1 })
    expect((await payPlan(shop, one.visitor)).json).toEqual({ status: 'success' })
  })

  const payPlanWithoutProvider = ({ visitor }: Payer, id: string) =>
    call(visitor, 'pay_with_instalment', {
      instalment_option: '3',
      contact_number: '07700 900123',
      selected_payment_method_id: '',
      new_payment_method: { id },
    })

  it('that took another amount than the first instalment is quarantined and refunded [C9]', async () => {
    const one = await planPayer(shop)
    shop.answer = async (request) => {
      const reply = await shop.app.request(request)
      if (!request.url.endsWith('/payment_intents')) return reply
      return Response.json({ ...((await reply.json()) as object), amount: 9200 })
    }
    const { json } = await payPlan(shop, one.visitor)
    expect(json).toMatchObject({ status: 'unsuccessful', charged: true })
    const books = await readBooks(shop, one)
    expect(books).toMatchObject({ isPaid: false, money: ['charge', 'refund'], tickets: 0 })
    expect(await planOf((await one.sale()).id)).toBeUndefined()
  })
})

describe('the saved card', () => {
  it('pays, whatever a page has left in the field of a new card', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor, { number: '5555555555554444' })
    const [saved] = await cardsOf(person.userId)
    for (const left of ['null', { id: 'not an id', make_default_payment_method: 'perhaps' }]) {
      const one = await again(person, { merchant_id: 'acct_plans' })
      const fields = { selected_payment_method_id: saved?.id ?? '', new_payment_method: left }
      expect((await payPlan(shop, one.visitor, { fields })).json).toEqual({ status: 'success' })
    }
  })

  it('of a signed-in buyer is kept in their account and pays the next order [INST-10, ENTI-32]', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor, { number: '5555555555554444' })
    const [saved] = await cardsOf(person.userId)
    expect(saved).toMatchObject({
      provider: 'stripe',
      account: 'acct_plans',
      brand: 'mastercard',
      last4: '4444',
      funding: 'credit',
      is_default: true,
    })

    const one = await again(person, { merchant_id: 'acct_plans' })
    const shown = checkoutReplySchema.parse(await checkoutOf(one.visitor)).payment_methods
    expect(shown).toMatchObject([
      { payment_method_id: saved?.id, card_type: 'mastercard', last4digits: '4444', is_default: true },
    ])
    const sent = record()
    const fields = { selected_payment_method_id: saved?.id ?? '', new_payment_method: '' }
    expect((await payPlan(shop, one.visitor, { fields })).json).toEqual({ status: 'success' })
    expect(sent).toEqual(['POST payment_intents'])
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
    expect(await planOf((await one.sale()).id)).toMatchObject({
      provider_method_id: saved?.provider_method_id,
      provider_customer_id: saved?.provider_customer_id,
    })
    expect(await cardsOf(person.userId)).toHaveLength(1)
  })

  it('becomes the default only if the buyer asks, or if it is the first [ENTI-33]', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor)
    const payAgain = async (number: string, make_default_payment_method: boolean) => {
      const one = await again(person, { merchant_id: 'acct_plans' })
      const new_payment_method = { id: await typeCard(shop, number), make_default_payment_method }
      await payPlan(shop, one.visitor, { fields: { new_payment_method } })
      return (await cardsOf(person.userId)).map(({ last4, is_default }) => [last4, is_default])
    }
    expect(await payAgain('5555555555554444', false)).toEqual([
      ['4242', true],
      ['4444', false],
    ])
    expect(await payAgain('378282246310005', true)).toEqual([
      ['4242', false],
      ['4444', false],
      ['0005', true],
    ])
    expect(await payAgain('4242424242424242', false)).toHaveLength(3)
  })

  it('has one customer for a user at an organiser, and another at another organiser', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor)
    for (const merchant_id of ['acct_plans', 'acct_other'])
      await payPlan(shop, (await again(person, { merchant_id })).visitor, { number: '5555555555554444' })
    const customers = (await cardsOf(person.userId)).map(({ account: of, provider_customer_id }) => [
      of,
      provider_customer_id,
    ])
    expect(customers.map(([of]) => of)).toEqual(['acct_plans', 'acct_plans', 'acct_other'])
    expect(new Set(customers.map(([, id]) => id)).size).toBe(2)
  })

  it('of a guest is kept with the plan only', async () => {
    const one = await planPayer(shop)
    const before = await shop.db.selectFrom('user_cards').select('id').execute()
    await payPlan(shop, one.visitor)
    expect(await shop.db.selectFrom('user_cards').select('id').execute()).toEqual(before)
    expect((await checkoutOf(one.visitor)).payment_methods).toEqual([])
  })

  it.each<[string, (owner: Awaited<ReturnType<typeof memberPayer>>) => Promise<Payer>]>([
    ['somebody else', () => memberPayer()],
    ['a guest', () => planPayer(shop)],
    ['its owner at another organiser', (owner) => again(owner, { merchant_id: 'acct_other' })],
  ])('cannot be used by %s [S21]', async (_, user) => {
    const owner = await memberPayer()
    await payPlan(shop, owner.visitor)
    const [saved] = await cardsOf(owner.userId)
    const one = await user(owner)
    expect((await checkoutOf(one.visitor)).payment_methods).toEqual([])
    const byId = await payPlan(shop, one.visitor, { fields: { selected_payment_method_id: saved?.id ?? '' } })
    expect(byId.status).toBe(404)
    expect(await readBooks(shop, one)).toMatchObject(nothingBought)
  })

  it('of somebody else cannot be used as a new card [S21]', async () => {
    const owner = await memberPayer()
    await payPlan(shop, owner.visitor)
    const [saved] = await cardsOf(owner.userId)
    const one = await memberPayer()
    const fields = { new_payment_method: { id: saved?.provider_method_id ?? '' } }
    expect((await payPlan(shop, one.visitor, { fields })).status).toBe(422)
    expect(await readBooks(shop, one)).toMatchObject(nothingBought)
  })

  it('that is typed again pays, although the provider tells no fingerprint', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor)
    const [saved] = await cardsOf(person.userId)
    await shop.db
      .updateTable('user_cards')
      .set({ fingerprint: '' })
      .where('user_id', '=', person.userId)
      .execute()
    const one = await again(person, { merchant_id: 'acct_plans' })
    const fields = { new_payment_method: { id: saved?.provider_method_id ?? '' } }
    expect((await payPlan(shop, one.visitor, { fields })).json).toEqual({ status: 'success' })
    expect(await readBooks(shop, one)).toEqual(boughtOnce)
  })

  it('cannot be removed while the bank asks the buyer about the first payment with it', async () => {
    const person = await memberPayer()
    await payPlan(shop, person.visitor, { number: cards.alwaysChallenged }).then(async ({ json }) =>
      follow(person.visitor, await press(shop, json.url as string, 'approve')),
    )
    const [saved] = await cardsOf(person.userId)
    // No plan charges it any more.
    await shop.db
      .updateTable('payment_plans')
      .set({ status: 'completed' })
      .where('sale_id', '=', (await person.sale()).id)
      .execute()
    const one = await again(person, { merchant_id: 'acct_plans' })
    const fields = { selected_payment_method_id: saved?.id ?? '', new_payment_method: '' }
    const { json } = await payPlan(shop, one.visitor, { fields })
    expect(json.status).toBe('redirect_to_url')
    const context = { db: shop.db, providers: connectProviders({ ...shop, fetch: shop.fetch }) }
    await expect(removeCard(context, person.userId, saved?.id ?? '')).rejects.toThrow('payment plan')
    await follow(one.visitor, await press(shop, json.url as string, 'approve'))
    expect(await cardsOf(person.userId)).toHaveLength(1)
  })
})
