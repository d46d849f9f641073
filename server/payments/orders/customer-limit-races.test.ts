import { afterAll, beforeAll, expect, it } from 'vitest'

import { account, newEmail, prove } from '#server/testing/buyers.ts'
import { call, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { cards, pay } from '#server/testing/payers.ts'
import type { TestShop, Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const limited = () => offer(shops[0].db, { tickets: { adult: { max_per_customer: 4 } } })

/** Makes a visitor of one of the shops with three reserved tickets for each event, who is a guest with this email. */
async function guestOf(index: number, email: string, events: Offered[]): Promise<[TestShop, Visitor]> {
  const shop = shops[index % 2]!
  const visitor = await visitorWith(shop, ...events.map((event) => event.entry(3)))
  const { json } = await call(visitor, 'reserve_tickets')
  await shop.db
    .updateTable('sales')
    .set({ guest_email: email, guest_name: 'Ada Lovelace' })
    .where('reference', '=', json.sale_reference)
    .execute()
  return [shop, visitor]
}

const guestsOf = (count: number, email: string, events: (index: number) => Offered[]) =>
  Promise.all(Array.from({ length: count }, (_, index) => guestOf(index, email, events(index))))

it('sells to one person no more than the limit when they pay for eight baskets at once [C27]', async () => {
  for (let round = 0; round < 3; round++) {
    const event = await limited()
    const guests = await guestsOf(8, newEmail(), () => [event])
    const replies = await Promise.all(guests.map(([shop, visitor]) => pay(shop, visitor)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    expect((await event.pool()).sold).toBe(3)
  }
})

it('opens one payment for one person who chooses different methods in eight baskets at once', async () => {
  for (let round = 0; round < 3; round++) {
    const event = await limited()
    const guests = await guestsOf(8, newEmail(), () => [event])
    const replies = await Promise.all(
      guests.map(([shop, visitor], index) =>
        index % 2
          ? call(visitor, 'create_truelayer_payment')
          : pay(shop, visitor, { number: cards.challenged }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
  }
})

it('reserves for one member no more than the limit in four sessions at once [C27]', async () => {
  const event = await limited()
  const email = newEmail()
  await account(shops[0], email)
  const visitors: Visitor[] = []
  for (let index = 0; index < 4; index++) {
    const shop = shops[index % 2]!
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await call(visitor, 'reserve_tickets')
    await prove(shop, visitor, email)
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(3)] })
    visitors.push(visitor)
  }
  const replies = await Promise.all(visitors.map((visitor) => call(visitor, 'reserve_tickets')))
  expect(replies.filter(({ json }) => json.reserved)).toHaveLength(1)
  for (const { json } of replies) if (!json.reserved) expect(json.error).toContain('and you already have 3')
  expect((await event.pool()).held).toBe(3)
})

it('pays and reserves limited tickets of several people in any order without deadlocks', async () => {
  const events = await Promise.all([limited(), limited(), limited()])
  const emails = [newEmail(), newEmail(), newEmail()]
  const inOrder = (index: number) => (index % 2 ? events : events.toReversed())
  const groups = await Promise.all(emails.map((email) => guestsOf(5, email, inOrder)))
  const rest = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      visitorWith(shops[index % 2]!, ...inOrder(index).map((event) => event.entry(1))),
    ),
  )
  const replies = await Promise.all([
    ...groups.flat().map(([shop, visitor]) => pay(shop, visitor)),
    ...rest.map((visitor) => call(visitor, 'reserve_tickets')),
  ])
  for (const { status, text } of replies) expect([200, 409], text).toContain(status)
  for (const event of events) expect(await event.pool()).toMatchObject({ sold: 9 })
})
