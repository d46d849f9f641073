import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { from } from '#server/testing/addresses.ts'
import { pay, person } from '#server/testing/browser.ts'
import { codeFor, newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call } from '#server/testing/offers.ts'
import { pay as payByCard, payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop({ trustedProxies: 1 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('limit_counters').execute()
})

const [home, away, elsewhere] = ['192.0.2.1', '198.51.100.1', '198.51.100.2'] as const
const visitorAt = (address: string) => from(shop, address).visitor()
const mailsTo = async (kind: string, email: string) =>
  (await mailsOf(shop, kind)).filter(({ to }) => to === email).length

type Post = (visitor: Visitor) => Promise<{ status: number }>

/** Posts a form that many times at once, from new sessions at an address; returns the statuses, sorted. */
async function flood(address: string, count: number, post: Post): Promise<number[]> {
  const replies = Array.from({ length: count }, async () => post(await visitorAt(address)))
  return (await Promise.all(replies)).map(({ status }) => status).sort()
}

describe('an order look-up', () => {
  const ask = (order: string) => (visitor: Visitor) => visitor.post('/orders/', { order })

  async function paidOrder() {
    const { visitor, event, sale } = await payer(shop)
    await payByCard(shop, visitor)
    return { email: `${event.id}@example.com`, reference: (await sale()).order_reference ?? '' }
  }

  it.each(['reference', 'email'] as const)(
    'finds the order of its owner by %s while a stranger keeps asking for it [S5, S7]',
    async (clue) => {
      const order = await paidOrder()
      await flood(away, 12, ask(order[clue]))
      const owner = await visitorAt(home)
      expect((await ask(order[clue])(owner)).status).toBe(200)
      const code = await codeFor(shop, order.email)
      const opened = await owner.post('/orders/code/', { order: order[clue], code })
      expect(opened.status).toBe(303)
      expect(await mailsTo('code:', order.email)).toBeLessThanOrEqual(5)
    },
  )

  it('is refused to a session that asks for one order again and again, known or not [S7]', async () => {
    const { reference } = await paidOrder()
    for (const order of [reference, '0000000Y']) {
      const stranger = await visitorAt(away)
      const asked = await Promise.all(Array.from({ length: 6 }, () => ask(order)(stranger)))
      expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429])
    }
  })

  it('is refused to a session that asks for many orders [S7]', async () => {
    const stranger = await visitorAt(away)
    // The first one saves the session.
    await ask('00000000')(stranger)
    const orders = Array.from({ length: 20 }, (_, i) => `000000${i + 10}`)
    const asked = await Promise.all(orders.map((order) => ask(order)(stranger)))
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('a newsletter sign-up', () => {
  const ask = (email: string) => (visitor: Visitor) => visitor.post('/mailing-list', { email })

  it('reaches the owner of a mailbox after a stranger has signed it up again and again [S43, S7]', async () => {
    const email = newEmail()
    expect(await flood(away, 4, ask(email))).toEqual([200, 200, 422, 422])
    expect((await ask(email)(await visitorAt(home))).status).toBe(200)
    expect(await mailsTo('newsletter:', email)).toBe(3)
  })

  it('sends a mailbox at most three mails a day, from however many addresses [S43]', async () => {
    const email = newEmail()
    for (const address of [away, elsewhere, home]) await flood(address, 2, ask(email))
    expect(await mailsTo('newsletter:', email)).toBe(3)
  })

  it('is refused to a session that signs up many mailboxes, and to no other session [S43]', async () => {
    const stranger = await visitorAt(away)
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await ask(newEmail())(stranger)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 422])
    expect(await flood(away, 1, ask(newEmail()))).toEqual([200])
  })
})

describe('the waiver of an order', () => {
  async function paidWaiver() {
    const buyer = await person(shop)
    await buyer.send('/events/night-run/', '/do/checkout/add/', {
      'ticket[night-run-start-runner][qty]': '1',
    })
    await call(buyer.visitor, 'reserve_tickets')
    return `/activity-terms-and-conditions/${await pay(shop, buyer)}/`
  }
  const accept = (path: string, name: string) => (visitor: Visitor) =>
    visitor.post(path, { name, accept: '1' })
  const letters = (i: number) => String.fromCodePoint(97 + (i % 26)).repeat(1 + Math.floor(i / 26))

  it('is not filled up by one stranger who has the link [S43]', async () => {
    const path = await paidWaiver()
    const stranger = await visitorAt(away)
    const statuses: number[] = []
    for (let i = 0; i < 51; i++) statuses.push((await accept(path, `Name ${letters(i)}`)(stranger)).status)
    expect(statuses).toEqual([...Array<number>(50).fill(200), 422])
    await shop.db
      .updateTable('limit_counters')
      .set({ count: 100 })
      .where('key', 'like', 'waiver by client%')
      .execute()
    expect(await flood(away, 1, accept(path, 'Another Session'))).toEqual([422])
    expect((await accept(path, 'Grace Hopper')(await visitorAt(home))).status).toBe(200)
  })

  it('keeps the name that was typed when it is refused to one who has added many [S43]', async () => {
    const path = await paidWaiver()
    const stranger = await visitorAt(away)
    await accept(path, 'Ida Rhodes')(stranger)
    await shop.db.updateTable('limit_counters').set({ count: 100 }).where('key', 'like', 'waiver%').execute()
    const refused = await accept(path, 'Ada Lovelace')(stranger)
    expect(refused.text).toContain('value="Ada Lovelace"')
    expect(refused.text).toContain('Too many names were added from here')
  })
})
