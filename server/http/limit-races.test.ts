import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createDoorLink, doorPath } from '#server/door/door-links.ts'
import { newEmail, userCall } from '#server/testing/buyers.ts'
import { discountCode } from '#server/testing/codes.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, offer, visitorWith } from '#server/testing/offers.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: () => Promise<void>
beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop())
beforeEach(async () => {
  await shops[0].db.deleteFrom('limit_counters').execute()
})

const either = (index: number) => shops[index % 2 === 0 ? 0 : 1]
const statuses = (replies: { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(replies, ({ status }) => status)].map(([key, of]) => [key, of.length]))

it('looks at 20 of 150 simultaneous guesses of a discount code in two processes [S16]', async () => {
  const event = await offer(shops[0].db)
  const visitor = await visitorWith(shops[0], event.entry(1))
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  const replies = await times(150, (index) =>
    Promise.resolve(
      either(index).app.request(`${shops[0].config.origin}/ajax/checkout/checkout/set_code/`, {
        method: 'POST',
        headers: {
          Cookie: cookie,
          'Content-Type': 'application/x-www-form-urlencoded',
          'X-XSRF-TOKEN': visitor.cookies.get('XSRF-TOKEN') ?? '',
        },
        body: `code=GUESS${index}`,
      }),
    ),
  )
  expect(statuses(replies)).toEqual({ 200: 20, 429: 130 })
})

it('does not count right codes as guesses [S16]', async () => {
  const [shop] = shops
  const event = await offer(shop.db)
  await discountCode(shop.db, 'RACED', { event_id: event.id })
  const visitor = await visitorWith(shop, event.entry(1))
  for (let i = 0; i < 30; i++)
    expect((await call(visitor, 'set_code', { code: 'RACED' })).json).toEqual({ code_applied: true })
})

it('looks at ten of 40 simultaneous unknown ticket codes when ten are left [S16]', async () => {
  const event = await offer(shops[0].db)
  const path = doorPath(await createDoorLink(shops[0].db, event.id))
  const stewards = [await shops[0].visitor(), await shops[1].visitor()] as const
  const scan = (index: number) =>
    stewards[index % 2 === 0 ? 0 : 1].post(`${path}check/`, {
      code: 'ABCD-ABCD-ABCD-ABCD',
      scan: randomUUID(),
    })
  await scan(0)
  await shops[0].db.updateTable('limit_counters').set({ count: 190 }).execute()
  expect(statuses(await times(40, scan))).toEqual({ 200: 10, 429: 30 })
})

it('sends three of 20 codes that one address requests for a mailbox simultaneously [S16, S7]', async () => {
  const email = newEmail()
  const visitors = await times(20, (index) => either(index).visitor())
  const replies = await Promise.all(
    visitors.map((visitor) => userCall(visitor, 'send_one_time_code', { email })),
  )
  expect(statuses(replies)).toEqual({ 200: 3, 429: 17 })
  expect((await mailsOf(shops[0], 'code:')).filter(({ to }) => to === email)).toHaveLength(3)
})
