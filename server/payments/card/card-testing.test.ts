import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { from } from '#server/testing/addresses.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { cards, pay, payBySquare, payer, payPlan, planPayer, squarePayer } from '#server/testing/payers.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let shop: TestShop
beforeAll(async () => {
  postgres = await startPostgres()
  const { databaseUrl } = postgres
  shop = await createTestShop({
    databaseUrl,
    trustedProxies: 1,
    declines: { withoutCaptcha: 20, maxPerAddress: 30 },
  })
})
afterAll(async () => {
  await shop.close()
  await postgres.stop()
})
beforeEach(async () => {
  await shop.db.updateTable('payment_attempts').set({ asked_from: null, card: '' }).execute()
})

const solve = async (): Promise<string> => {
  const reply = await shop.app.request('http://127.0.0.1:0/sandbox/hcaptcha/token', { method: 'POST' })
  return ((await reply.json()) as { token: string }).token
}

/** How many charges have reached the simulated providers. */
const charges = async () => {
  const { count } = await shop.db
    .selectFrom('sandbox_records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', 'in', ['payment_intent', 'square_payment'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A card that is declined and that nobody has typed before. */
let numbers = 0
function newNumber(): string {
  const start = `4000010${String(++numbers).padStart(8, '0')}`
  const sum = [...start]
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

const decline = (visitor: Visitor) => pay(shop, visitor, { number: newNumber() })

/** Has a card declined, after the pauses that the shop asks for. */
async function waitAndDecline(visitor: Visitor) {
  await moveShopTime(shop.db, 120)
  await shop.db
    .updateTable('sales')
    .set({ held_until: sql`shop_now() + interval '10 minutes'` })
    .where('held_until', 'is not', null)
    .execute()
  return decline(visitor)
}

/** Presses Pay to be asked for the captcha, and passes it. */
async function passCaptchaAsked(visitor: Visitor) {
  expect((await waitAndDecline(visitor)).json).toEqual(toCaptcha)
  await passCaptcha(visitor)
  await moveShopTime(shop.db, 120)
}

async function passCaptcha(visitor: Visitor) {
  const { json } = await call(visitor, 'reserve_tickets', { 'h-captcha-response': await solve() })
  expect(json).toEqual({ redirect: '/checkout/' })
}

const unsuccessful = { status: 'unsuccessful', message: 'Your card was declined.' }
const toCaptcha = { status: 'redirect_to_url', url: '/checkout/' }

it('lets a buyer pay at once after three declined cards', async () => {
  const { visitor } = await payer(from(shop, '192.0.2.1'))
  for (let count = 0; count < 3; count++) expect((await decline(visitor)).json).toEqual(unsuccessful)
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
})

it('sends four of sixty declined cards of one basket to the provider, the first one by one or all at once', async () => {
  const [one, other] = [await payer(from(shop, '192.0.2.2')), await payer(from(shop, '192.0.2.3'))]
  const before = await charges()
  for (let count = 0; count < 4; count++) await decline(one.visitor)
  await Promise.all(Array.from({ length: 56 }, () => decline(one.visitor)))
  expect((await charges()) - before).toBe(4)
  await Promise.all(Array.from({ length: 60 }, () => decline(other.visitor)))
  expect((await charges()) - before).toBeLessThanOrEqual(8)
})

it('stores why a card was declined, and which card it was', async () => {
  const { visitor, sale } = await payer(from(shop, '192.0.2.15'))
  await pay(shop, visitor, { number: cards.poor })
  const { id } = await sale()
  const attempt = await shop.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', id)
    .executeTakeFirst()
  expect(attempt).toMatchObject({
    declined_for: 'insufficient_funds',
    card: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
})

it('says how long to wait after four declined cards, and longer each time', async () => {
  const { visitor } = await payer(from(shop, '192.0.2.4'))
  for (let count = 0; count < 4; count++) await decline(visitor)
  for (const longest of [15, 30]) {
    const early = await decline(visitor)
    const seconds = Number(early.headers.get('Retry-After'))
    expect(early.status).toBe(429)
    expect(seconds).toBeGreaterThan(longest / 2)
    expect(seconds).toBeLessThanOrEqual(longest)
    expect(early.json.message).toContain(`Please wait ${seconds} seconds`)
    await moveShopTime(shop.db, seconds)
    expect((await decline(visitor)).json).toEqual(unsuccessful)
  }
})

it('asks for a captcha before each card after six declined ones, and keeps the hold', async () => {
  const { visitor, sale } = await payer(from(shop, '192.0.2.5'))
  for (let count = 0; count < 6; count++) expect((await waitAndDecline(visitor)).json).toEqual(unsuccessful)
  for (let count = 0; count < 2; count++) {
    expect((await waitAndDecline(visitor)).json).toEqual(toCaptcha)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'captcha', captcha_sitekey: expect.any(String) })
    expect((await call(visitor, 'reserve_tickets')).json).toMatchObject({ captcha: true })
    expect((await waitAndDecline(visitor)).json).toEqual(toCaptcha)
    const { held_until, reference } = await sale()
    await passCaptcha(visitor)
    expect(await sale()).toMatchObject({ held_until, reference })
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'payment', captcha_sitekey: '' })
    expect((await waitAndDecline(visitor)).json).toEqual(unsuccessful)
  }
  await passCaptchaAsked(visitor)
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
})

it('stops after ten declined cards, and says what to do', async () => {
  const { visitor } = await payer(from(shop, '192.0.2.6'))
  for (let count = 0; count < 10; count++) {
    if (count >= 6) await passCaptchaAsked(visitor)
    expect((await waitAndDecline(visitor)).json).toEqual(unsuccessful)
  }
  const stopped = await pay(shop, visitor)
  expect(stopped.status).toBe(429)
  expect(stopped.json.message).toContain('pay by bank transfer if it is offered, or contact us')
  expect((await call(visitor, 'create_truelayer_payment')).json.url).toContain('truelayer')
})

it('sends as many declined cards of one address to the provider as are allowed without a captcha, whatever the sessions', async () => {
  const here = from(shop, '192.0.2.7')
  const payers = []
  for (let count = 0; count < 40; count++) payers.push(await payer(here))
  const before = await charges()
  const replies = await Promise.all(payers.map(({ visitor }) => decline(visitor)))
  expect((await charges()) - before).toBe(20)
  expect(replies.filter(({ json }) => json.status === 'redirect_to_url')).toHaveLength(20)
  const { visitor: neighbour } = payers.find((_, i) => replies[i]?.json.status === 'redirect_to_url')!
  await passCaptcha(neighbour)
  expect((await pay(shop, neighbour)).json).toEqual({ status: 'success' })
  const { visitor: elsewhere } = await payer(from(shop, '192.0.2.8'))
  expect((await pay(shop, elsewhere)).json).toEqual({ status: 'success' })
})

it('stops an address for the rest of an hour after far too many declined cards, captcha or not', async () => {
  const here = from(shop, '192.0.2.9')
  const before = await charges()
  let last: Awaited<ReturnType<typeof decline>> | undefined
  for (let count = 0; count < 40; count++) {
    const { visitor } = await payer(here)
    last = await decline(visitor)
    if (last.json.status === 'redirect_to_url') {
      await passCaptcha(visitor)
      last = await decline(visitor)
    }
  }
  expect((await charges()) - before).toBe(30)
  expect(last?.status).toBe(429)
  expect(last?.json.message).toContain('Too many card payments from your network')
  await moveShopTime(shop.db, 3601)
  const { visitor } = await payer(here)
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
})

it('counts a card by its fingerprint, from any browser and address, once many cards are being declined', async () => {
  const openAlarm = { kind: 'card_testing', key: 'test', provider: '', details: '{}' } as const
  await shop.db.insertInto('alarms').values(openAlarm).execute()
  const tried = async (address: string) => {
    const { visitor } = await payer(from(shop, address))
    return pay(shop, visitor, { number: cards.declined })
  }
  for (let count = 1; count <= 4; count++)
    expect((await tried(`198.51.100.${count}`)).json).toEqual(unsuccessful)
  expect((await tried('198.51.100.5')).status).toBe(429)
  await shop.db.deleteFrom('alarms').execute()
})

it('counts cards at Square and first instalments as well', async () => {
  const [atSquare, onPlan] = [
    await squarePayer(from(shop, '192.0.2.10')),
    await planPayer(from(shop, '192.0.2.11')),
  ]
  for (let count = 0; count < 4; count++) {
    expect((await payBySquare(shop, atSquare.visitor, { number: cards.declined })).json.status).toBe(
      'unsuccessful',
    )
    expect((await payPlan(shop, onPlan.visitor, { number: newNumber() })).json.status).toBe('unsuccessful')
  }
  expect((await payBySquare(shop, atSquare.visitor)).status).toBe(429)
  expect((await payPlan(shop, onPlan.visitor)).status).toBe(429)
})

it('opens four of thirty bank payments of one basket, and more after pauses', async () => {
  const { visitor } = await payer(from(shop, '192.0.2.12'))
  const replies = []
  for (let count = 0; count < 30; count++) replies.push(await call(visitor, 'create_truelayer_payment'))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(replies.at(-1)).toMatchObject({
    status: 429,
    json: { message: expect.stringMatching(/Please pay by card, or load this page again in \d+ seconds/) },
  })
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
})

it('asks no neighbour for a captcha while buyers are at their banks or confirm their cards, and nobody was declined', async () => {
  const here = from(shop, '192.0.2.16')
  const payers = []
  for (let count = 0; count < 24; count++) payers.push(await payer(here))
  for (const { visitor } of payers)
    expect((await pay(shop, visitor, { number: cards.challenged })).json.url).toContain('http')
  const atBank = []
  for (let count = 0; count < 24; count++) atBank.push((await payer(here)).visitor)
  const replies = await Promise.all(atBank.map((visitor) => call(visitor, 'create_truelayer_payment')))
  expect(replies.filter(({ json }) => json.url.includes('truelayer'))).toHaveLength(24)
  const { visitor: neighbour } = await payer(here)
  expect((await pay(shop, neighbour)).json).toEqual({ status: 'success' })
})

it('asks for a captcha once as many bank payments of an address are open as may end unpaid', async () => {
  const here = from(shop, '192.0.2.13')
  const payers = []
  for (let count = 0; count < 35; count++) payers.push(await payer(here))
  const replies = await Promise.all(payers.map(({ visitor }) => call(visitor, 'create_truelayer_payment')))
  expect(replies.filter(({ json }) => json.url === '/checkout/')).toHaveLength(5)
  expect(
    await checkoutOf(payers[replies.findIndex(({ json }) => json.url === '/checkout/')]!.visitor),
  ).toMatchObject({
    state: 'captcha',
  })
})

it('starts bank payments for the neighbours of somebody who gives many up, after a captcha before each, and stops only the browser', async () => {
  const here = from(shop, '192.0.2.17')
  const giveUp = async (visitor: Visitor) => {
    const opened = await call(visitor, 'create_truelayer_payment')
    await shop.db
      .updateTable('payment_attempts')
      .set({ status: 'cancelled' })
      .where('method', '=', 'bank')
      .where('status', '=', 'open')
      .execute()
    return opened
  }
  const { visitor: rival } = await payer(here)
  for (let count = 0; count < 40; count++) {
    const { visitor } = await payer(here)
    if ((await giveUp(visitor)).json.url !== '/checkout/') continue
    await passCaptcha(visitor)
    expect((await giveUp(visitor)).json.url).toContain('truelayer')
  }
  for (let count = 0; count < 3; count++) {
    const { visitor: neighbour } = await payer(here)
    for (let tries = 0; tries < 2; tries++) {
      expect((await call(neighbour, 'create_truelayer_payment')).json.url).toBe('/checkout/')
      await passCaptcha(neighbour)
      expect((await giveUp(neighbour)).json.url).toContain('truelayer')
    }
  }
  for (let count = 0; count < 10; count++) {
    await moveShopTime(shop.db, 120)
    await shop.db
      .updateTable('sales')
      .set({ held_until: sql`shop_now() + interval '10 minutes'` })
      .where('held_until', 'is not', null)
      .execute()
    if ((await giveUp(rival)).json.url !== '/checkout/') continue
    await passCaptcha(rival)
    expect((await giveUp(rival)).json.url).toContain('truelayer')
  }
  await moveShopTime(shop.db, 120)
  expect(await giveUp(rival)).toMatchObject({
    status: 429,
    json: { message: expect.stringContaining('Too many bank payments were not completed') },
  })
})

it('always tells how a payment ended, however many were declined', async () => {
  const { visitor } = await payer(from(shop, '192.0.2.14'))
  const attempt = 'declined-once'
  expect((await pay(shop, visitor, { number: newNumber(), attempt })).json).toEqual(unsuccessful)
  for (let count = 0; count < 3; count++) await decline(visitor)
  expect((await decline(visitor)).status).toBe(429)
  expect((await pay(shop, visitor, { attempt })).json).toEqual(unsuccessful)
  expect((await call(visitor, 'get_payment_error')).json.text).toBe('Your card was declined.')
})
