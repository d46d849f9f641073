import { afterAll, beforeAll, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { signedIn } from '#server/testing/browser.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { ticketsFor } from '#server/testing/doors.ts'
import { offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { MadeFiles } from '#server/threads/made-files.ts'
import { TooMuchWork } from '#server/threads/thread-pool.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop?.close())

/** An order of a buyer who is signed in, with that many tickets. */
async function order(count: number) {
  const email = newEmail()
  const userId = await account(shop, email)
  const { visitor } = await signedIn(shop, email)
  const [ticket] = await ticketsFor(shop, await offer(shop.db), { qty: count })
  const reference = `PASS${String(count).padStart(4, '0')}`
  await shop.db
    .updateTable('sales')
    .from('tickets')
    .set({ user_id: userId, order_reference: reference })
    .whereRef('tickets.sale_id', '=', 'sales.id')
    .where('tickets.id', '=', ticket!.id)
    .execute()
  const path = `/account/orders/${reference}/tickets.pdf`
  const Cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  return (app = shop.app) =>
    app.request(shop.config.origin + path, { headers: { Accept: 'text/html', Cookie } })
}

it('draws a hundred tickets while the shop goes on with other work', async () => {
  // Loads what the shop itself needs.
  await (
    await order(4)
  )()
  const ask = await order(100)
  const before = process.threadCpuUsage()
  const reply = await ask()
  const { user } = process.threadCpuUsage(before)
  expect(reply.status).toBe(200)
  // In microseconds; drawing them takes more than half a second of a processor, in another thread.
  expect(user / 1000).toBeLessThan(250)
  const pdf = Buffer.from(await reply.arrayBuffer()).toString('latin1')
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(100)
})

it.each([
  { isOfVisitor: true, status: 429, words: 'Your other files are still being made' },
  { isOfVisitor: false, status: 503, words: 'Many files are being made at the moment' },
])('says when to try again if too many files are being made (%o)', async ({ isOfVisitor, status, words }) => {
  const ask = await order(isOfVisitor ? 1 : 2)
  const run = () => Promise.reject(new TooMuchWork(isOfVisitor))
  const app = createApp({ ...shop, files: new MadeFiles({ run, close: () => Promise.resolve() }) })
  const reply = await ask(app)
  expect(reply.status).toBe(status)
  expect(reply.headers.get('Retry-After')).toBe('5')
  expect(await reply.text()).toContain(words)
})

it('names no personal data when a file cannot be made', async () => {
  const ask = await order(3)
  const run = () => Promise.reject(new Error('made of Ada Lovelace, ada@example.com'))
  const app = createApp({ ...shop, files: new MadeFiles({ run, close: () => Promise.resolve() }) })
  const reply = await ask(app)
  expect(reply.status).toBe(500)
  expect(await reply.text()).toContain('Reference:')
  expect(JSON.stringify(shop.logged)).not.toContain('ada@example.com')
})
