import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findUserByEmail } from '#server/accounts/users.ts'
import { moveShopTime, shopNowPlus } from '#server/database/shop-time.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import {
  account,
  codeFor,
  guest,
  member,
  newEmail,
  openSale,
  prove,
  reserved,
  reservedOf,
  saleOf,
  userCall,
} from '#server/testing/buyers.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { standsAlone } from '#server/testing/stands-alone.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const send = (visitor: Visitor, email: string) => userCall(visitor, 'send_one_time_code', { email })
const check = (visitor: Visitor, email: string, code: string) =>
  userCall(visitor, 'check_one_time_code', { email, code })
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')
const wrong = {
  type: 'one_time_code',
  message: 'This code is not correct. Please check it, or request a new one',
}

/** Returns the path of the page of a visitor's paid order. */
async function orderOf(visitor: Visitor): Promise<string> {
  return orderPath((await saleOf(shop, visitor)).order_reference ?? '')
}

async function signInOnPage(visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/signin/', { email })
  const reply = await visitor.post('/signin/code/', { email, code: await codeFor(shop, email) })
  expect(reply.status).toBe(303)
}

/** Extends every hold by an hour, so that only the code expires. */
const keepHolds = () =>
  shop.db
    .updateTable('sales')
    .set({ held_until: shopNowPlus(3600) })
    .where('held_until', 'is not', null)
    .execute()

describe('a one-time code', () => {
  it('has six digits, is mailed through the outbox and proves the email [CALL-12, CALL-13, ACCT-14]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    expect((await send(visitor, email)).status).toBe(200)
    const reply = await check(visitor, email, await codeFor(shop, email))
    expect([reply.status, reply.json]).toEqual([200, { has_account: false }])
  })

  it('is stored only in its mail and as a salted hash [S9]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    const code = await codeFor(shop, email)
    const kept = await shop.db.selectFrom('one_time_codes').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(kept)).not.toMatch(standsAlone(code))
    expect(kept[0]?.code_hash).toHaveLength(64)
    expect(JSON.stringify(shop.logged)).not.toMatch(standsAlone(code))
  })

  it('is rejected with type and message when wrong, and the correct one is still accepted [CALL-13]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    const code = await codeFor(shop, email)
    const reply = await check(visitor, email, wrongOf(code))
    expect([reply.status, reply.json]).toEqual([422, wrong])
    expect((await check(visitor, email, code)).json).toEqual({ has_account: false })
  })

  it.each(['', '12345', '1234567', '１２３４５６', 'abcdef'])('cannot be "%s" [S6]', async (code) => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    expect((await check(visitor, email, code)).json).toEqual(wrong)
  })

  it('may be pasted with spaces [S6]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    const code = await codeFor(shop, email)
    expect((await check(visitor, email, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  })

  it('is valid for 15 minutes [ACCT-18] [S6]', async () => {
    const [early, late] = [newEmail(), newEmail()]
    const [punctual, tardy] = [await reserved(shop), await reserved(shop)]
    await keepHolds()
    await send(punctual, early)
    await send(tardy, late)
    await moveShopTime(shop.db, 15 * 60 - 30)
    expect((await check(punctual, early, await codeFor(shop, early))).status).toBe(200)
    await moveShopTime(shop.db, 31)
    expect((await check(tardy, late, await codeFor(shop, late))).json).toEqual(wrong)
  })

  it('is accepted only once [S6]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await prove(shop, visitor, email)
    expect((await check(visitor, email, await codeFor(shop, email))).json).toEqual(wrong)
  })

  it('is accepted only for its email and session [S6]', async () => {
    const [visitor, other, email] = [await reserved(shop), await reserved(shop), newEmail()]
    await send(visitor, email)
    const code = await codeFor(shop, email)
    expect((await check(visitor, newEmail(), code)).json).toEqual(wrong)
    expect((await check(other, email, code)).json).toEqual(wrong)
    expect((await check(visitor, email.toUpperCase(), code)).status).toBe(200)
  })

  it('invalidates the previous code [S6]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    const first = await codeFor(shop, email)
    await send(visitor, email)
    const second = await codeFor(shop, email)
    if (first !== second) expect((await check(visitor, email, first)).json).toEqual(wrong)
    expect((await check(visitor, email, second)).status).toBe(200)
  })

  it('is invalid after five wrong tries, even simultaneous ones [S5]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    const code = await codeFor(shop, email)
    await Promise.all(Array.from({ length: 8 }, () => check(visitor, email, wrongOf(code))))
    expect((await check(visitor, email, code)).json).toEqual(wrong)
    const [kept] = await shop.db.selectFrom('one_time_codes').selectAll().where('email', '=', email).execute()
    expect(kept?.tries).toBe(5)
  })

  it('is sent to an email at most three times an hour from one address; the last one stays valid [S7]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    for (let i = 0; i < 2; i++) expect((await send(await reserved(shop), email)).status).toBe(200)
    expect((await send(visitor, email)).status).toBe(200)
    const code = await codeFor(shop, email)
    const reply = await send(visitor, email)
    expect([reply.status, reply.json.message]).toEqual([429, expect.stringContaining('Too many codes')])
    expect((await check(visitor, email, code)).status).toBe(200)
  })

  it.each(['code sent by session', 'code sent by client'])('has a rate limit: %s [S5, S7]', async (what) => {
    const visitor = await reserved(shop)
    await send(visitor, newEmail())
    const counters = shop.db.updateTable('limit_counters').where('key', 'like', `${what} %`)
    await counters.set({ count: 600 }).execute()
    const reply = await send(visitor, newEmail())
    await counters.set({ count: 0 }).execute()
    expect(reply.status).toBe(429)
    expect((await send(visitor, newEmail())).status).toBe(200)
  })

  it('cannot be locked for its owner by guesses without an open code [S5]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    for (let i = 0; i < 3; i++) await check(visitor, email, '123456')
    const counted = await shop.db
      .selectFrom('limit_counters')
      .select('key')
      .where('key', 'like', 'wrong code for%')
      .execute()
    await send(visitor, email)
    const code = await codeFor(shop, email)
    await check(visitor, email, wrongOf(code))
    const after = await shop.db
      .selectFrom('limit_counters')
      .select('key')
      .where('key', 'like', 'wrong code for%')
      .execute()
    expect(after).toHaveLength(counted.length + 1)
  })

  it('is requested with the same reply for known and unknown emails [S8]', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await account(shop, known)
    const visitor = await reserved(shop)
    const [first, second] = [await send(visitor, known), await send(visitor, unknown)]
    expect([first.status, first.text]).toEqual([second.status, second.text])
    const texts = [await check(visitor, known, '12345'), await check(visitor, unknown, '12345')]
    expect(texts[0]?.text).toBe(texts[1]?.text)
  })

  it.each(['', 'ada', 'ada@', 'ada@example', 'a@b.c\r\nBcc: x@y.z', 'a b@example.com'])(
    'is not sent to "%s" [ACCT-13]',
    async (email) => {
      const visitor = await reserved(shop)
      const reply = await send(visitor, email)
      expect([reply.status, reply.json]).toEqual([422, { message: expect.stringContaining('valid') }])
    },
  )

  it('takes a buyer whose hold expired back to the basket [CALL-13]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await send(visitor, email)
    await call(visitor, 'destroy_sale')
    const reply = await check(visitor, email, await codeFor(shop, email))
    expect([reply.status, reply.json]).toEqual([
      409,
      { type: 'reserving', message: expect.stringContaining('Your checkout time expired.') },
    ])
  })
})

describe('signing in', () => {
  it('signs in to an existing account with a new session token and assigns the sale to it [CALL-03, CALL-13, ROLE-07] [S3]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    const userId = await account(shop, email)
    expect((await visitor.get('/ajax/user/user/get_user/')).json).toEqual({ user: null })
    const before = new Map(visitor.cookies)
    const reply = await prove(shop, visitor, email)
    expect(reply.json).toEqual({ has_account: true })
    expect(visitor.cookies.get('__Host-session')).not.toBe(before.get('__Host-session'))
    expect((await visitor.get('/ajax/user/user/get_user/')).json.user).toEqual({
      id: userId,
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      full_name: 'Ada Lovelace',
      subscribed: false,
      is_event_subscribed: false,
      is_dark_mode: false,
    })
    expect(await saleOf(shop, visitor)).toMatchObject({ user_id: userId, guest_email: '' })
  })

  it('invalidates the old session token [S3]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await account(shop, email)
    const old = visitor.cookies.get('__Host-session') ?? ''
    await prove(shop, visitor, email)
    const reply = await shop.app.request('http://shop.test/ajax/user/user/get_user/', {
      headers: { Cookie: `__Host-session=${old}` },
    })
    expect(reply.status).toBe(503)
    expect(reply.headers.getSetCookie()).toEqual([])
    expect(await reply.json()).toEqual({ message: 'Your session has changed. Please try again' })
  })

  it('replies alike for a new email, which stays a guest without an account [ROLE-01, ROLE-06] [S8]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    const session = visitor.cookies.get('__Host-session')
    expect((await prove(shop, visitor, email)).json).toEqual({ has_account: false })
    expect(visitor.cookies.get('__Host-session')).toBe(session)
    expect((await visitor.get('/ajax/user/user/get_user/')).json).toEqual({ user: null })
  })

  it('signs out with a new session token; the basket stays reserved, without its buyer [CALL-14] [S3]', async () => {
    const { visitor, email } = await member(shop)
    const session = visitor.cookies.get('__Host-session')
    expect((await call(visitor, 'logout_of_sale')).status).toBe(200)
    expect(visitor.cookies.get('__Host-session')).not.toBe(session)
    expect((await visitor.get('/ajax/user/user/get_user/')).json).toEqual({ user: null })
    const sale = await saleOf(shop, visitor)
    expect(sale).toMatchObject({ user_id: null, guest_email: '', contact_number: '' })
    expect(sale.held_until).not.toBeNull()
    const reply = await call(visitor, 'save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    expect(reply.status).toBe(422)
  })

  it('signs out of a paid order, which keeps its buyer and is no longer shown [S23]', async () => {
    const { visitor, email, userId } = await member(shop, { tickets: { adult: { price: 0 } } })
    await call(visitor, 'claim_free_tickets', { email })
    const { id } = await saleOf(shop, visitor)
    await call(visitor, 'logout_of_sale')
    expect((await checkoutOf(visitor)).payment_complete).toBe(false)
    expect((await visitor.get('/ajax/checkout/checkout/get_simple_info/')).status).toBe(404)
    const sale = await shop.db.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(sale.user_id).toBe(userId)
  })

  it("signs somebody else out first, whose orders and proven email are no longer the session's [ROLE-07]", async () => {
    const { visitor, email } = await member(shop, { tickets: { adult: { price: 0 } } })
    await call(visitor, 'claim_free_tickets', { email })
    const order = await orderOf(visitor)
    expect((await visitor.get(order)).status).toBe(200)
    const other = newEmail()
    await account(shop, other)
    await signInOnPage(visitor, other)
    expect((await visitor.get(order)).status).toBe(404)
    expect((await checkoutOf(visitor)).payment_complete).toBe(false)
    await signInOnPage(visitor, email)
    expect((await visitor.get(order)).status).toBe(200)
  })

  it('keeps the buyer of a sale that is being paid when somebody signs out or in meanwhile', async () => {
    const { visitor } = await guest(shop)
    const { id, guest_email } = await saleOf(shop, visitor)
    const attempt = { attempt: 'open', provider: 'stripe', method: 'card', basket_version: 1 } as const
    await shop.db
      .insertInto('payment_attempts')
      .values({ ...attempt, sale_id: id, amount: 2000, currency: 'GBP' })
      .execute()
    const email = newEmail()
    await account(shop, email)
    expect((await prove(shop, visitor, email)).json).toEqual({ has_account: true })
    await call(visitor, 'logout_of_sale')
    const sale = await shop.db.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(sale).toMatchObject({ guest_email, user_id: null })
  })

  it("leaves somebody else's basket unchanged, open or being paid, and no longer shows it", async () => {
    const { visitor, email } = await guest(shop)
    const { id } = await saleOf(shop, visitor)
    const buyer = () =>
      shop.db.selectFrom('sales').select(['session_id', 'guest_email']).where('id', '=', id).execute()
    const before = await buyer()
    const signOutOfIt = async () => {
      const friend = await shop.visitor()
      await openSale(shop, friend, id)
      await call(friend, 'logout_of_sale')
      expect((await checkoutOf(friend)).tickets).toEqual([])
    }
    await signOutOfIt()
    expect(await buyer()).toEqual(before)
    const attempt = { attempt: 'open', provider: 'stripe', method: 'card', basket_version: 1 } as const
    await shop.db
      .insertInto('payment_attempts')
      .values({ ...attempt, sale_id: id, amount: 2000, currency: 'GBP' })
      .execute()
    await signOutOfIt()
    expect(await buyer()).toEqual(before)
    expect((await checkoutOf(visitor)).init_guest_email).toBe(email)
  })

  it('clears the tickets that the browser keeps for somebody else, on the page and in the checkout [S23, S40]', async () => {
    const cleared = async (request: Promise<{ headers: Headers }>) =>
      (await request).headers.get('Clear-Site-Data')
    const [one, other] = [newEmail(), newEmail()]
    for (const email of [one, other]) await account(shop, email)
    const visitor = await reserved(shop)
    const signIn = async (email: string) => {
      await visitor.post('/signin/', { email })
      return visitor.post('/signin/code/', { email, code: await codeFor(shop, email) })
    }
    const inCheckout = async (email: string) => {
      await send(visitor, email)
      return check(visitor, email, await codeFor(shop, email))
    }
    const openWallet = () => visitor.get('/account/wallet/')
    expect(await cleared(inCheckout(one))).toBeNull()
    await openWallet()
    expect(await cleared(inCheckout(one))).toBeNull()
    expect(await cleared(signIn(other))).toBe('"storage"')
    expect(await cleared(inCheckout(one))).toBeNull()
    await openWallet()
    expect(await cleared(inCheckout(other))).toBe('"storage"')
    await openWallet()
    expect(await cleared(call(visitor, 'logout_of_sale'))).toBe('"storage"')
    await signIn(one)
    await openWallet()
    // The session ends, for example after months.
    for (const name of visitor.cookies.keys()) if (name !== 'tickets_kept') visitor.cookies.delete(name)
    await visitor.get('/signin/')
    expect(await cleared(signIn(one))).toBe('"storage"')
  })

  it('leaves another mark in the browser whenever somebody leaves it, for the other tabs [S40]', async () => {
    const [one, other] = [newEmail(), newEmail()]
    for (const email of [one, other]) await account(shop, email)
    const visitor = await reserved(shop)
    const marks: (string | undefined)[] = []
    const note = () => marks.push(visitor.cookies.get('signed_out'))
    const signIn = async (email: string) => {
      await send(visitor, email)
      await check(visitor, email, await codeFor(shop, email))
    }
    await signIn(one)
    expect(visitor.cookies.get('signed_out')).toBeUndefined()
    await signIn(other)
    note()
    await call(visitor, 'logout_of_sale')
    note()
    await visitor.post('/signout/')
    note()
    expect(new Set(marks.filter(Boolean)).size).toBe(3)
  })

  it('signs out a visitor without a sale', async () => {
    expect((await call(await shop.visitor(), 'logout_of_sale')).status).toBe(200)
  })
})

describe('a guest', () => {
  it('continues with a proven email and a full name [CALL-11, ACCT-10, ROLE-05]', async () => {
    const { visitor, email } = await guest(shop)
    expect(await saleOf(shop, visitor)).toMatchObject({ guest_email: email, guest_name: 'Grace Hopper' })
    expect((await checkoutOf(visitor)).init_guest_email).toBe(email)
    expect(await shop.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  })

  it('gets an empty error on success [CALL-11]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await prove(shop, visitor, email)
    const reply = await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Hopper' })
    expect([reply.status, reply.json]).toEqual([200, { error: '' }])
  })

  it('must have proven the same email [S22]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await prove(shop, visitor, email)
    const reply = await call(visitor, 'save_guest_to_sale', { email: newEmail(), fullname: 'Grace Hopper' })
    expect([reply.status, reply.json.message]).toEqual([
      422,
      'Please confirm your email address with a one-time code first',
    ])
    expect((await saleOf(shop, visitor)).guest_email).toBe('')
  })

  it('needs a first and a last name [ACCT-17]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await prove(shop, visitor, email)
    const reply = await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace' })
    expect([reply.status, reply.json.message]).toEqual([422, 'Please type both your first and last name(s)'])
  })

  it('is told in the reply that the hold expired [CALL-11, ACCT-24]', async () => {
    const [visitor, email] = [await reserved(shop), newEmail()]
    await prove(shop, visitor, email)
    await call(visitor, 'destroy_sale')
    const reply = await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Hopper' })
    expect([reply.status, reply.json.error]).toEqual([200, expect.stringContaining('expired')])
  })

  it("takes over a shared basket without the previous buyer's answers [S20]", async () => {
    const { visitor, email } = await guest(shop)
    const { id } = await saleOf(shop, visitor)
    await shop.db.updateTable('sales').set({ contact_number: '020 7946 0000' }).where('id', '=', id).execute()
    const friend = await shop.visitor()
    await openSale(shop, friend, id)
    expect(JSON.stringify(await checkoutOf(friend))).not.toContain(email)
    const own = newEmail()
    await prove(shop, friend, own)
    await call(friend, 'save_guest_to_sale', { email: own, fullname: 'Mary Somerville' })
    expect(await saleOf(shop, friend)).toMatchObject({ guest_email: own, contact_number: '' })
    expect(JSON.stringify(await checkoutOf(visitor))).not.toContain(own)
  })
})

describe('an express guest', () => {
  const express = { organiser: { is_express: true } }
  const details = (email: string) => ({ email, fullname: 'Grace Brewster Hopper' })

  it('gets an account from name and email once the order is paid, without being signed in [PAYM-62, ROLE-13] [S22]', async () => {
    const [visitor, email] = [await reserved(shop, express), newEmail()]
    expect((await call(visitor, 'save_guest_to_sale', details(email))).json).toEqual({ error: '' })
    expect(await saleOf(shop, visitor)).toMatchObject({ user_id: null, guest_email: email })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    await call(visitor, 'deliver_to_bitticket')
    const user = await findUserByEmail(shop.db, email)
    expect(user).toMatchObject({ first_name: 'Grace', last_name: 'Brewster Hopper' })
    expect((await visitor.get('/ajax/user/user/get_user/')).json).toEqual({ user: null })
  })

  it('leaves nothing about the typed email behind in a basket that is never paid', async () => {
    const event = await offer(shop.db, {
      organiser: { is_express: true, marketing_signup_message: 'News of us' },
    })
    const [visitor, email] = [await reservedOf(shop, event), newEmail()]
    await call(visitor, 'save_guest_to_sale', details(email))
    const choices = { ct_subscribed: true, organiser_subscribed_marketing: { [event.organiserId]: true } }
    expect((await call(visitor, 'set_marketing_preferences', choices)).status).toBe(200)
    await call(visitor, 'destroy_sale')
    expect(await findUserByEmail(shop.db, email)).toBeUndefined()
    await moveShopTime(shop.db, 31 * 24 * 60 * 60)
    await deleteExpired(shop.db)
    await moveShopTime(shop.db, -31 * 24 * 60 * 60)
    for (const [table, column] of [
      ['users', 'email'],
      ['sales', 'guest_email'],
      ['marketing_consents', 'email'],
    ] as const)
      expect(
        await shop.db
          .selectFrom(table)
          .where(sql.ref(column), '=', email)
          .select(sql`1`.as('left'))
          .execute(),
        table,
      ).toEqual([])
  })

  it('neither reveals nor changes an existing account [S8, S22]', async () => {
    const [visitor, email] = [await reserved(shop, express), newEmail()]
    await account(shop, email)
    const reply = await call(visitor, 'save_guest_to_sale', details(email))
    expect([reply.status, reply.text]).toEqual([200, '{"error":""}'])
    const user = await shop.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(user.first_name).toBe('Ada')
    expect(await saleOf(shop, visitor)).toMatchObject({ user_id: null, guest_email: email })
    expect(JSON.stringify(await checkoutOf(visitor))).not.toContain('Lovelace')
  })

  it('needs a first and a last name [PAYM-27]', async () => {
    const reply = await call(await reserved(shop, express), 'save_guest_to_sale', {
      email: newEmail(),
      fullname: 'Grace',
    })
    expect([reply.status, reply.json.message]).toEqual([422, 'Type both your first and last name(s)'])
  })

  it('is express only if every organiser of the basket is', async () => {
    const [one, other] = [await offer(shop.db, express), await offer(shop.db)]
    const visitor = await shop.visitor()
    await visitor.post('/do/checkout/add/', { ticket: [one.entry(1), other.entry(1)] })
    await call(visitor, 'reserve_tickets')
    expect((await call(visitor, 'save_guest_to_sale', details(newEmail()))).status).toBe(422)
  })
})
