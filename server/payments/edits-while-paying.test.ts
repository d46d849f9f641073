import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findBookErrors } from '#server/testing/books.ts'
import { discountCode } from '#server/testing/codes.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { endPayments } from '#server/testing/pass-time.ts'
import { cards, follow, pay, payer, press, type Payer } from '#server/testing/payers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const methods = {
  'a card that the bank asks about': {
    start: async (visitor: Visitor): Promise<string> =>
      (await pay(shop, visitor, { number: cards.challenged })).json.url,
    confirm: 'approve',
  },
  'a bank transfer': {
    start: async (visitor: Visitor): Promise<string> =>
      (await call(visitor, 'create_truelayer_payment')).json.url,
    confirm: 'pay',
  },
}

/** What another tab can do to the basket. */
const edits: [string, (one: Payer) => Promise<unknown>][] = [
  [
    'changes a quantity',
    ({ visitor, event }) =>
      edit(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 1 }),
  ],
  [
    'removes the tickets',
    ({ visitor, event }) => edit(visitor, 'remove_from_basket', { ticket_id: event.ticket() }),
  ],
  [
    'adds tickets',
    async ({ visitor }) => visitor.post('/do/checkout/add/', { ticket: [(await offer(shop.db)).entry(1)] }),
  ],
  ['types a discount code', ({ visitor }) => edit(visitor, 'set_code', { code: 'HALFPRICE' })],
  [
    'chooses refund protection',
    ({ visitor }) => edit(visitor, 'update_refund_protection', { refund_protection: 1 }),
  ],
  [
    'adds a donation',
    ({ visitor }) =>
      edit(visitor, 'save_donation', { amount_before_booking_fee: '5.00', charity_id: 'shelter' }),
  ],
  ['edits the basket', ({ visitor }) => edit(visitor, 'destroy_sale')],
  ['reserves again', ({ visitor }) => edit(visitor, 'reserve_tickets')],
  ['signs out', ({ visitor }) => edit(visitor, 'logout_of_sale')],
]
const edit = (visitor: Visitor, name: string, fields: Fields = {}) => call(visitor, name, fields)

describe.each(Object.entries(methods))('while one tab pays by %s, another one', (_, { start, confirm }) => {
  it.each(edits)('%s: the charge is that of the basket that was paid for [C22, C24]', async (_, change) => {
    await discountCode(shop.db, 'HALFPRICE', { amount: 50_00 })
    const one = await payer(shop, {
      organiser: { name: 'Organiser', refund_protection_cost_basis_points: 500 },
      event: { refund_protection: true },
    })
    const url = await start(one.visitor)
    await change(one)
    await follow(one.visitor, await press(shop, url, confirm))
    await checkoutOf(one.visitor)
    const { id } = await one.sale()
    await endPayments(shop, [id])
    expect(await findBookErrors(shop.db, id, one.event.id)).toEqual([])
    const { paid_at, total } = await one.sale()
    // An order has the total that was frozen; anything else was refused or refunded in full, which the books show.
    if (paid_at) expect(total).toBe(2000)
  })
})
