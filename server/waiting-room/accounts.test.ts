import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { account, codeFor, newEmail, prove, reserved } from '#server/testing/buyers.ts'
import { call, checkoutOf, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { add, joinRoom, lookAt, placesOf, queued } from '#server/testing/waiting-rooms.ts'

import { admitNext } from './admit-next.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

// Stands still, however long the machine takes, but for looks, each of which reads the line anew.
let clock = 0
vi.spyOn(performance, 'now').mockImplementation(() => clock)

function look(visitor: Visitor, event: Offered) {
  clock += 60_000
  return lookAt(visitor, event)
}

const reserve = async (visitor: Visitor) => (await call(visitor, 'reserve_tickets')).json

const setCapacity = (event: Offered, waiting_room_capacity: number) =>
  shop.db.updateTable('events').set({ waiting_room_capacity }).where('id', '=', event.id).execute()

async function join(event: Offered): Promise<Visitor> {
  const visitor = await shop.visitor()
  await joinRoom(visitor, event)
  return visitor
}

/** Signs in on the page, which needs no basket. */
async function signIn(visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/signin/', { email })
  const reply = await visitor.post('/signin/code/', { email, code: await codeFor(shop, email) })
  expect(reply.status).toBe(303)
}

const signOut = (visitor: Visitor) => visitor.post('/signout/')

async function newAccount(): Promise<string> {
  const email = newEmail()
  await account(shop, email)
  return email
}

it('keeps the place of a visitor who signs in while waiting, with a new session token, and of one who signs out', async () => {
  const event = await queued(shop, 0)
  await join(event)
  const visitor = await join(event)
  const before = visitor.cookies.get('__Host-session')
  await signIn(visitor, await newAccount())
  expect(visitor.cookies.get('__Host-session')).not.toBe(before)
  expect((await look(visitor, event)).text).toContain('1 person is ahead')
  await signOut(visitor)
  expect((await look(visitor, event)).text).toContain('1 person is ahead')
  expect(await placesOf(shop, event)).toHaveLength(2)
})

it('keeps the admission of a buyer who signs in after reserving, and gives the account no other one', async () => {
  const event = await queued(shop, 2)
  const email = await newAccount()
  const visitor = await join(event)
  await add(visitor, event)
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  expect((await prove(shop, visitor, email)).json).toEqual({ has_account: true })
  expect((await look(visitor, event)).kind).toBe('admitted')
  const other = await shop.visitor()
  await signIn(other, email)
  expect((await add(other, event)).status).toBe(409)
  expect((await look(other, event)).kind).toBe('elsewhere')
  await call(visitor, 'destroy_sale')
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
})

it('keeps the better place of a visitor who waits in two browsers and signs in to one account in both', async () => {
  const event = await queued(shop, 0)
  const [phone, , laptop] = [await join(event), await join(event), await join(event)]
  const email = await newAccount()
  await signIn(laptop, email)
  expect((await look(laptop, event)).text).toContain('2 people are ahead')
  await signIn(phone, email)
  for (const browser of [phone, laptop]) expect((await look(browser, event)).text).toContain('You are next')
  expect(await placesOf(shop, event)).toHaveLength(2)
})

it('cancels the worse place as soon as its visitor signs in to an account with a better one', async () => {
  const event = await queued(shop, 0)
  const [phone, laptop, third] = [await join(event), await join(event), await join(event)]
  const email = await newAccount()
  await signIn(phone, email)
  await signIn(laptop, email)
  expect((await look(laptop, event)).text).toContain('You are next')
  expect((await look(third, event)).text).toContain('1 person is ahead')
})

it('leaves an account one of two admissions, that which is reserved with', async () => {
  const event = await queued(shop, 2)
  const [phone, laptop] = [await join(event), await join(event)]
  for (const browser of [phone, laptop]) await add(browser, event)
  await reserve(phone)
  const email = await newAccount()
  await signIn(laptop, email)
  expect((await look(laptop, event)).kind).toBe('admitted')
  await prove(shop, phone, email)
  expect((await look(phone, event)).kind).toBe('admitted')
  expect((await look(laptop, event)).kind).toBe('elsewhere')
  expect(await reserve(laptop)).toMatchObject({ redirect: expect.stringContaining('/waiting-room/') })
  expect(await placesOf(shop, event)).toHaveLength(1)
})

it('takes away no tickets that are reserved, also if both browsers of an account have reserved', async () => {
  const event = await queued(shop, 2)
  const email = await newAccount()
  const [phone, laptop] = [await join(event), await join(event)]
  for (const browser of [phone, laptop]) {
    await add(browser, event)
    await reserve(browser)
    await prove(shop, browser, email)
  }
  for (const browser of [phone, laptop]) {
    expect((await look(browser, event)).kind).toBe('admitted')
    expect(await reserve(browser)).toMatchObject({ reserved: true, fresh_reservation: false })
  }
})

it('gives somebody else who signs in to the same browser a place of their own, at the end', async () => {
  const event = await queued(shop, 0)
  const visitor = await join(event)
  const [first, second] = [await newAccount(), await newAccount()]
  await signIn(visitor, first)
  await join(event)
  await signOut(visitor)
  await signIn(visitor, second)
  expect((await look(visitor, event)).kind).toBe('outside')
  await joinRoom(visitor, event)
  expect((await look(visitor, event)).text).toContain('2 people are ahead')
  // The place of the first account is still theirs, in every browser of theirs.
  const phone = await shop.visitor()
  await signIn(phone, first)
  expect((await look(phone, event)).text).toContain('You are next')
})

it('admits an account in whichever of its browsers reserves first, and in no other', async () => {
  const event = await queued(shop, 0)
  const email = await newAccount()
  const phone = await join(event)
  await signIn(phone, email)
  const laptop = await shop.visitor()
  await signIn(laptop, email)
  await setCapacity(event, 1)
  await admitNext(shop.db)
  for (const browser of [phone, laptop]) expect((await add(browser, event)).status).toBe(200)
  const replies = await Promise.all([phone, laptop].map(reserve))
  expect(replies.filter(({ reserved }) => reserved)).toHaveLength(1)
  expect(replies.filter(({ redirect }) => redirect)).toHaveLength(1)
})

it('admits a visitor who has left their basket and opened that of a friend', async () => {
  const event = await queued(shop, 1)
  const visitor = await join(event)
  await add(visitor, event)
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  await call(visitor, 'destroy_sale')
  const { sale_reference } = await checkoutOf(await reserved(shop))
  await visitor.post('/smartcheckout/', { session: sale_reference })
  expect((await look(visitor, event)).kind).toBe('admitted')
  expect((await add(visitor, event)).status).toBe(200)
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  expect(await placesOf(shop, event)).toHaveLength(1)
})

it('keeps an admission with a basket that was left, while its tickets are reserved', async () => {
  const event = await queued(shop, 1)
  const visitor = await join(event)
  await add(visitor, event)
  await reserve(visitor)
  const { sale_reference } = await checkoutOf(await reserved(shop))
  await visitor.post('/smartcheckout/', { session: sale_reference })
  expect((await look(visitor, event)).kind).toBe('elsewhere')
  expect((await add(visitor, event)).status).toBe(409)
})

it('does not make an admission longer by reservations that are refused', async () => {
  const event = await queued(shop, 1)
  const visitor = await join(event)
  await add(visitor, event)
  await shop.db.updateTable('pools').set({ sold: 100 }).where('id', '=', event.id).execute()
  const [before] = await placesOf(shop, event)
  expect(await reserve(visitor)).toMatchObject({ error: expect.any(String) })
  const [after] = await placesOf(shop, event)
  expect(after?.admitted_until).toEqual(before?.admitted_until)
})
