import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { loadSquare } from '#server/providers/square.ts'
import { findBookErrors, readBooks } from '#server/testing/books.ts'
import { call } from '#server/testing/offers.ts'
import { endPayments } from '#server/testing/pass-time.ts'
import {
  follow,
  payer,
  payPlan,
  planPayer,
  press,
  squarePayer,
  typeCard,
  typeSquareCard,
  type Payer,
} from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  await loadSquare()
  shop = await createTestShop()
})
afterEach(() => void (shop.answer = null))
afterAll(() => shop.close())

type Fault = (forward: () => Promise<Response>) => Promise<Response>
type Pay = () => ReturnType<typeof call>

const lost = () => new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })

/** The same reply, a few bytes at a time; it breaks off after that many pieces. */
async function inPieces(reply: Response, most = Infinity): Promise<Response> {
  const bytes = new Uint8Array(await reply.arrayBuffer())
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= most) return controller.error(lost())
      const piece = bytes.slice(sent * 7, sent * 7 + 7)
      if (piece.length === 0) return controller.close()
      sent++
      controller.enqueue(piece)
    },
  })
  return new Response(body, { status: reply.status, headers: reply.headers })
}

const page = (status: number) =>
  new Response('<html>Bad gateway</html>', { status, headers: { 'Content-Type': 'text/html' } })

const faults: [string, Fault][] = [
  ['come a few bytes at a time', async (forward) => inPieces(await forward())],
  ['are lost before the provider has the request', () => Promise.reject(lost())],
  ['are lost after the provider has done it', (forward) => forward().then(() => Promise.reject(lost()))],
  ['break off in the middle', async (forward) => inPieces(await forward(), 3)],
  ['are replaced by a page of a proxy', (forward) => forward().then(() => page(502))],
  ['are replaced by a page with status 200', (forward) => forward().then(() => page(200))],
  ['are empty', (forward) => forward().then(() => new Response('', { status: 200 }))],
]

/** Makes the request while the provider's replies are faulty, and again as the page does. */
async function twice(fault: Fault, send: Pay): Promise<void> {
  shop.answer = (request) => fault(() => Promise.resolve(shop.app.request(request)))
  const first = await send()
  shop.answer = null
  expect([200, 409, 502, 503], first.text).toContain(first.status)
  await send()
}

async function check(one: Payer): Promise<void> {
  const { id } = await one.sale()
  await endPayments(shop, [id])
  expect(await findBookErrors(shop.db, id, one.event.id)).toEqual([])
}

describe.each(faults)('if all replies of providers %s', (_, fault) => {
  it.each(['Stripe', 'Square'] as const)(
    'a card is charged once by %s, and the buyer has the tickets [C14, C16]',
    async (by) => {
      const one = by === 'Stripe' ? await payer(shop) : await squarePayer(shop)
      const fields =
        by === 'Stripe'
          ? { payment_method_id: await typeCard(shop), attempt: 'only' }
          : { source_id: await typeSquareCard(shop), attempt: 'only' }
      const pay: Pay = () => call(one.visitor, by === 'Stripe' ? 'pay_with_card' : 'pay_with_square', fields)
      await twice(fault, pay)
      expect((await pay()).json).toEqual({ status: 'success' })
      await check(one)
      expect(await readBooks(shop, one)).toMatchObject({ taken: 1, sold: 2, held: 0, receipts: 1 })
    },
  )

  it('a plan takes its first instalment once [C14, C23]', async () => {
    const one = await planPayer(shop)
    const fields = {
      attempt: 'only',
      new_payment_method: { id: await typeCard(shop), make_default_payment_method: false },
    }
    const pay: Pay = () => payPlan(shop, one.visitor, { fields })
    await twice(fault, pay)
    expect((await pay()).json).toMatchObject({ status: 'success' })
    expect(await readBooks(shop, one)).toMatchObject({ taken: 1, sold: 1, held: 0, receipts: 1 })
  })

  it('a bank transfer is opened, paid and noticed once [C14, C12]', async () => {
    const one = await payer(shop)
    let url = ''
    await twice(fault, async () => {
      const reply = await call(one.visitor, 'create_truelayer_payment')
      url = reply.json?.url ?? url
      return reply
    })
    expect(url).not.toBe('')
    await follow(one.visitor, await press(shop, url, 'pay'))
    await twice(fault, () => call(one.visitor, 'get_truelayer_status'))
    await check(one)
    expect((await one.sale()).paid_at).not.toBeNull()
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 2 })
  })
})
