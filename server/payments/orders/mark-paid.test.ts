import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { mailsOf } from '#server/testing/mails.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const code = expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)

const issued = (saleId: string) =>
  shop.db
    .selectFrom('issued_vouchers')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('value')
    .orderBy('code')
    .execute()

const sentTo = {
  delivery_address: JSON.stringify({ first_name: 'Ada' }),
  gift_voucher_from: 'Ada',
  gift_voucher_to: 'Grace',
}

/** Makes a guest who has reserved gift vouchers at £15 (one) and £40 (two), and no tickets. */
async function buyerOfVouchers() {
  const { id, organiserId, entry } = await offer(shop.db)
  const product = {
    organiser_id: organiserId,
    name: 'Gift',
    min_value: 500,
    max_value: 5000,
    valid_months: 18,
  }
  await shop.db
    .insertInto('gift_voucher_products')
    .values({ ...product, id })
    .execute()
  const visitor = await shop.visitor()
  for (const { value, qty } of [
    { value: '15.00', qty: 1 },
    { value: '40.00', qty: 2 },
  ])
    await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value, qty })
  await call(visitor, 'reserve_tickets')
  const { sale_reference: reference } = await checkoutOf(visitor)
  const change = (values: object) =>
    shop.db.updateTable('sales').set(values).where('reference', '=', reference).execute()
  await change({ guest_email: `${id}@example.com`, guest_name: 'Ada Lovelace' })
  const sale = () =>
    shop.db.selectFrom('sales').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
  return { visitor, organiserId, entry, sale, change }
}

describe('an order of gift vouchers', () => {
  it('needs an address, as they are sent by post [ADDR-02]', async () => {
    const { visitor } = await buyerOfVouchers()
    const reply = await pay(shop, visitor)
    expect([reply.status, reply.json.message]).toEqual([422, 'Please complete your address'])
  })

  it('issues each of them with its own code, value and expiry date, and mails the codes', async () => {
    const { visitor, organiserId, sale, change } = await buyerOfVouchers()
    await change(sentTo)
    expect(await issued((await sale()).id)).toEqual([])
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })

    const { id, paid_at } = await sale()
    const vouchers = await issued(id)
    const full = { code, organiser_id: organiserId, currency: 'GBP', held: 0 }
    expect(vouchers).toMatchObject([
      { ...full, value: 1500, balance: 1500 },
      { ...full, value: 4000, balance: 4000 },
      { ...full, value: 4000, balance: 4000 },
    ])
    expect(new Set(vouchers.map((voucher) => voucher.code)).size).toBe(3)
    const inEighteenMonths = new Date(paid_at ?? 0)
    inEighteenMonths.setUTCMonth(inEighteenMonths.getUTCMonth() + 18)
    for (const { expires_at } of vouchers)
      expect(Math.abs(expires_at.getTime() - inEighteenMonths.getTime())).toBeLessThan(4 * 86_400_000)
    const [mail] = await mailsOf(shop, `receipt:${id}`)
    for (const voucher of vouchers) expect(mail?.text).toContain(voucher.code)
  })

  it('tells in its mail and on its page who they are from and for, as typed, and where they are posted', async () => {
    const { visitor, sale, change } = await buyerOfVouchers()
    const address = { address_1: '1 Quay', address_2: '', town: 'Whitby', state: '', postcode: 'YO21 3PU' }
    await change({
      delivery_address: JSON.stringify({ first_name: 'Grace', last_name: 'Hopper', ...address }),
      gift_voucher_from: 'Ada & <Bo>',
      gift_voucher_to: 'Grandma  “G”',
    })
    await pay(shop, visitor)
    const { id, order_reference } = await sale()
    const [mail] = await mailsOf(shop, `receipt:${id}`)
    expect(mail?.text).toMatch(
      /YOUR GIFT VOUCHERS\s+Voucher from: Ada & <Bo>\nVoucher for: Grandma “G”\nPosted to: Grace Hopper, 1 Quay, Whitby, YO21 3PU\n/,
    )
    expect(mail?.text).not.toContain('By post')
    const { text } = await visitor.get(`/account/orders/${order_reference}/`, { Accept: 'text/html' })
    const [, facts = ''] = /<h2>Your gift vouchers<\/h2>\s*<dl>([^]*?)<\/dl>/.exec(text) ?? []
    const told = Array.from(facts.matchAll(/<d[td]>([^<]*)</g), ([, one]) => one)
    const posted = 'Grace Hopper, 1 Quay, Whitby, YO21 3PU'
    expect(told).toEqual([
      'Voucher from',
      'Ada &amp; &lt;Bo&gt;',
      'Voucher for',
      'Grandma  “G”',
      'Posted to',
      posted,
    ])
  })

  it('issues codes with which tickets can be bought', async () => {
    const { visitor, entry, sale, change } = await buyerOfVouchers()
    await change(sentTo)
    await pay(shop, visitor)
    const [small] = await issued((await sale()).id)
    const friend = await visitorWith(shop, entry(2))
    expect((await call(friend, 'set_code', { code: small?.code ?? '' })).json).toEqual({ code_applied: true })
    expect((await checkoutOf(friend)).basket_total).toBe('5.00')
  })
})

describe('an order of tickets', () => {
  it('issues a ticket for each one paid, numbered by type, and sells the stock of every pool', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: {} } })
    const other = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(2), event.entry(1, 'child'), other.entry(1))
    const { json } = await call(visitor, 'reserve_tickets')
    await shop.db
      .updateTable('sales')
      .set({ guest_email: 'ada@example.com', guest_name: 'Ada Lovelace' })
      .where('reference', '=', json.sale_reference)
      .execute()
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    const tickets = await shop.db
      .selectFrom('tickets')
      .innerJoin('sales', 'sales.id', 'tickets.sale_id')
      .select(['ticket_type_id', 'copy', 'code'])
      .where('reference', '=', json.sale_reference)
      .orderBy('ticket_type_id')
      .orderBy('copy')
      .execute()
    expect(tickets).toEqual([
      { ticket_type_id: event.ticket(), copy: 1, code },
      { ticket_type_id: event.ticket(), copy: 2, code },
      { ticket_type_id: event.ticket('child'), copy: 1, code },
      { ticket_type_id: other.ticket(), copy: 1, code },
    ])
    expect(new Set(tickets.map((ticket) => ticket.code)).size).toBe(4)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 3 })
    expect(await other.pool()).toMatchObject({ held: 0, sold: 1 })
  })
})
