import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Arranges a basket, and returns what the books hold of it. */
async function booksOf(wanted: object) {
  const arranged = await shop.app.request('http://shop.test/sandbox/arrange', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  const { reference } = (await arranged.json()) as { reference: string }
  const reply = await shop.app.request(`http://shop.test/sandbox/books?reference=${reference}`)
  return reply.json()
}

it('tells of a held basket that nobody has paid it', async () => {
  expect(await booksOf({ shape: 'paid', state: 'payment' })).toEqual({
    isPaid: false,
    isHeld: true,
    total: null,
    attempts: [],
    charges: [],
    refunds: [],
    receipt: null,
  })
})

it('tells what was charged for an order, and what its receipt says', async () => {
  expect(await booksOf({ shape: 'paid', state: 'deliver_tickets' })).toEqual({
    isPaid: true,
    isHeld: false,
    total: 2690,
    attempts: [{ status: 'succeeded', method: 'card', amount: 2690 }],
    charges: [{ amount: 2690, currency: 'GBP' }],
    refunds: [],
    receipt: expect.stringMatching(/^Total: £26\.90$/m),
  })
})

it('tells of a declined card that nothing was charged', async () => {
  expect(await booksOf({ shape: 'paid', state: 'payment', cardDeclined: true })).toMatchObject({
    isPaid: false,
    attempts: [{ status: 'failed', method: 'card', amount: 2690 }],
    charges: [],
  })
})

it('knows no sale of another reference', async () => {
  const reply = await shop.app.request('http://shop.test/sandbox/books?reference=nobody')
  expect(reply.status).toBe(404)
})
