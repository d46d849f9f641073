import { afterAll, beforeAll, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { signedIn } from '#server/testing/browser.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { ticketsFor } from '#server/testing/doors.ts'
import { offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { MadeFiles } from '#server/threads/made-files.ts'
import { ThreadPool, TooMuchWork, type Work } from '#server/threads/thread-pool.ts'

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

it('draws a hundred tickets in a thread, while the shop answers others', async () => {
  const ask = await order(100)
  const pool = new ThreadPool()
  const answered: number[] = []
  const run = async (visitor: string, work: Work) => {
    const made = pool.run(visitor, work)
    answered.push((await shop.app.request(`${shop.config.origin}/health`)).status)
    return made
  }
  const reply = await ask(createApp({ ...shop, files: new MadeFiles({ run, close: () => pool.close() }) }))
  expect([reply.status, answered]).toEqual([200, [200]])
  const pdf = Buffer.from(await reply.arrayBuffer()).toString('latin1')
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(100)
  await pool.close()
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
