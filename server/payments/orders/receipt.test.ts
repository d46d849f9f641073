import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { totalsOf } from '#server/basket/totals.ts'
import { inGroups } from '#server/outbox/content.ts'
import { textForm } from '#server/outbox/text-form.ts'
import { anyBasket } from '#server/testing/any-basket.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call } from '#server/testing/offers.ts'
import { pay, payer, typeCard } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { parsePence } from '#src/lib/money.ts'

import { receipt, type Order } from './receipt.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const offer = {
  organiser: {
    name: 'Harbour Arts',
    contact_email: 'box@harbour.example',
    custom_refund_policy: '<p>Ours</p>',
  },
  event: {
    title: 'Lantern Evening',
    currency: 'EUR' as const,
    venue_name: 'The Quay',
    venue_full_address: 'Quay Street, Whitby',
    venue_map_address: 'Quay Street Whitby',
  },
  date: { starts_at: new Date('2039-06-24T18:30:00Z'), ends_at: new Date('2039-06-24T21:00:00Z') },
  tickets: { adult: { name: 'Adult', price: 2000, booking_fee: 150, non_refundable: true } },
}

const leeds = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High Street',
  address_2: '',
  town: 'Leeds',
  postcode: 'LS1 1AA',
  country: '1',
  state: '',
}

type Offer = Parameters<typeof payer>[1]

/** Buys two tickets, and returns the receipt and the sale. */
async function order(changes: Offer = offer, buyer: object = {}) {
  const one = await payer(shop, changes)
  const { id } = await one.sale()
  await shop.db
    .updateTable('sales')
    .set({ guest_name: 'Ada Lovelace', ...buyer })
    .where('id', '=', id)
    .execute()
  expect((await pay(shop, one.visitor)).json).toEqual({ status: 'success' })
  const [mail, ...others] = await mailsOf(shop, `receipt:${id}`)
  if (!mail || others.length > 0) throw new Error('not one receipt')
  return { mail, ...one, text: mail.text, html: mail.html ?? '' }
}

describe('the receipt', () => {
  it('tells reference, lines, fees, total and the way of payment [L6]', async () => {
    const { text, html, sale } = await order()
    const { order_reference } = await sale()
    for (const words of [
      'Thank you, Ada Lovelace. Your order is confirmed.',
      `Reference: ${inGroups(order_reference ?? '')}`,
      '2 × Adult, Lantern Evening, Fri 24 Jun 2039, 7:30pm, Non-refundable, €40.00 + €3.00 fee: €43.00',
      'Subtotal: €40.00\nBooking fee: +€3.00\nTotal: €43.00\nPaid by card: €43.00',
    ])
      expect(text).toContain(words)
    for (const words of ['2 × Adult', '€40.00', '€3.00', '€43.00', 'Paid by card'])
      expect(html).toContain(words)
  })

  it('tells when and where the event is, with directions and calendars', async () => {
    const { text, mail, event } = await order()
    expect(text).toContain(
      'When: Fri 24 Jun 2039, 7:30pm to 10:00pm, UK time\nWhere: The Quay, Quay Street, Whitby',
    )
    expect(text).toContain(
      'Get directions: https://www.google.com/maps/dir/?api=1&destination=Quay+Street+Whitby',
    )
    expect(text).toContain('https://calendar.google.com/')
    expect(text).toContain('https://outlook.live.com/')
    expect(mail.attachments?.[0]).toEqual({
      filename: 'lantern-evening-2039-06-24.ics',
      contentType: expect.stringContaining('text/calendar'),
      content: expect.stringContaining(`UID:${event.id}@shop.test`),
    })
  })

  it('names the organiser’s contact, the terms, the refund policies and the right to cancel [L6]', async () => {
    const { text, event } = await order()
    expect(text).toContain('Harbour Arts: box@harbour.example')
    expect(text).toContain(`Contact Harbour Arts: http://shop.test/organisers/${event.organiserId}/`)
    expect(text).toContain(`http://shop.test/organisers/${event.organiserId}/refund-policy/`)
    expect(text).toContain('http://shop.test/legal-information/purchase-terms-and-conditions/')
    expect(text).toContain('no right to cancel within 14 days')
  })

  it('links its order with the invoice, and tells the refund policy of the organiser from the shop’s', async () => {
    const { text, html, sale, event } = await order()
    const { order_reference } = await sale()
    const page = `http://shop.test/account/orders/${order_reference}/`
    expect(text).toContain(`Your order and invoice: ${page}`)
    expect(html).toContain(`href="${page}"`)
    expect(text).toContain(
      `Refund policy of Harbour Arts: http://shop.test/organisers/${event.organiserId}/refund-policy/`,
    )
    expect(text).toContain('Refunds with Foyer: http://shop.test/refund-policy/')
    expect(html).toMatch(/Harbour Arts: box@harbour\.example/)
  })

  it('brings the terms of sale along, to keep [L6]', async () => {
    const { mail } = await order()
    const terms = mail.attachments?.find(({ filename }) => filename === 'terms-of-sale.txt')
    expect(terms?.contentType).toBe('text/plain; charset=utf-8')
    for (const words of ['1. Who you buy from', '4. Tickets', '4.10 Refunds', '8. If something goes wrong'])
      expect(terms?.content).toContain(`\n\n${words}`)
    expect(terms?.content).not.toMatch(/undefined|\[object/)
  })

  it('says of an online event that it is online, without directions or its address', async () => {
    const { text } = await order({
      ...offer,
      event: { ...offer.event, livestream_url: 'https://stream.example/secret' },
    })
    expect(text).toContain('Where: Online')
    expect(text).not.toMatch(/directions|stream\.example/)
  })

  it('shows free tickets as free', async () => {
    const { text } = await order({
      ...offer,
      tickets: { adult: { name: 'Child', price: 0, booking_fee: 50 } },
    })
    expect(text).toContain(', 7:30pm, Free + €1.00 fee: €1.00')
    expect(text).toContain('Total: €1.00')
  })

  it('names the saved card that paid', async () => {
    const { visitor, sale } = await payer(shop, offer)
    const { id } = await sale()
    const card = await typeCard(shop)
    await shop.db
      .insertInto('user_cards')
      .values({
        user_id: await account(shop, newEmail()),
        provider: 'stripe',
        provider_customer_id: 'cus_1',
        provider_method_id: card,
        brand: 'visa',
        last4: '4242',
        expiry_month: 12,
        expiry_year: 2040,
      })
      .execute()
    await call(visitor, 'pay_with_card', { payment_method_id: card, attempt: 'saved' })
    const [mail] = await mailsOf(shop, `receipt:${id}`)
    expect(mail?.text).toContain('Paid by visa card ending 4242: €43.00')
  })

  const byPost = { ...offer.tickets.adult, name: 'Adult, by post', deliverable: true, delivery_cost: 250 }

  it('tells what is posted and where, and no entry code', async () => {
    const { text, html, sale } = await order(
      { ...offer, tickets: { adult: byPost } },
      { delivery_address: JSON.stringify(leeds) },
    )
    expect(text).toContain('By post: 2 × Adult, to Ada Lovelace, 1 High Street, Leeds, LS1 1AA')
    expect(text).not.toContain('follow in another email')
    expect(text).toContain('Delivery: +€2.50')
    const tickets = await shop.db
      .selectFrom('tickets')
      .select('code')
      .where('sale_id', '=', (await sale()).id)
      .execute()
    expect(tickets).toHaveLength(2)
    for (const { code } of tickets) expect(text + html).not.toContain(code)
  })

  it('escapes the names of buyers, events, tickets and venues [S29]', async () => {
    const hostile = '<script>alert(1)</script>\r\nBcc: eve@example.com'
    const { html, text, mail } = await order(
      {
        organiser: { name: hostile },
        event: { title: hostile, venue_name: hostile },
        tickets: { adult: { name: hostile } },
      },
      { guest_name: hostile },
    )
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Bcc')
    expect(text).not.toMatch(/^Bcc/m)
    expect(mail.attachments?.[0]?.filename).toMatch(/^[a-z0-9.-]+$/)
  })
})

/** Generates any basket, with names. */
const namedBasket = anyBasket.map((basket) => ({
  ...basket,
  tickets: basket.tickets.map((line) => ({
    ...line,
    name: 'Adult',
    event_title: 'Event',
    starts_at: new Date(0),
    hide_booking_fee: false,
    seats: [],
  })),
  vouchers: basket.vouchers.map((line) => ({ ...line, name: 'Gift', organiser_name: 'Organiser' })),
}))

describe('the amounts of a receipt', () => {
  const rowsOf = (changes: Partial<Order> & Pick<Order, 'basket'>) => {
    const content = receipt({
      buyerName: '',
      dates: [],
      vouchers: [],
      paid: { amount: 0, by: '' },
      plan: null,
      ...changes,
    })
    const [lines, totals] = content.flatMap((block) =>
      typeof block !== 'string' && 'amounts' in block ? [block.amounts] : [],
    )
    const read = ({ text, amount }: { text: string; amount: string }) => ({
      text,
      pence:
        amount === 'Free'
          ? 0
          : (parsePence(amount.replace(/^\+?(−?)[£€]/, (_, minus) => (minus ? '-' : ''))) ?? NaN),
    })
    return { lines: lines?.map(read) ?? [], totals: totals?.map(read) ?? [] }
  }

  it('add up to the total that was paid, for any basket [C18]', () => {
    fc.assert(
      fc.property(namedBasket, (basket) => {
        const { total } = totalsOf(basket)
        const { lines, totals } = rowsOf({ basket, paid: { amount: total, by: 'by card' } })
        const isSum = ({ text }: { text: string }) => text.endsWith(' items with fees')
        const [together, ...others] = totals.filter(isSum)
        expect(others).toEqual([])
        const isTotal = totals.findIndex(({ text }) => text === 'Total')
        const sum = (rows: { pence: number }[]) => rows.reduce((all, { pence }) => all + pence, 0)
        expect(totals[isTotal]?.pence).toBe(total)
        expect(sum(totals.slice(0, isTotal).filter((row) => !isSum(row)))).toBe(total)
        expect(totals.slice(isTotal + 1)).toEqual(total ? [{ text: 'Paid by card', pence: total }] : [])
        const fee = totals.find(({ text }) => text === 'Booking fee')?.pence ?? 0
        const all = (totals[0]?.pence ?? 0) + fee
        const count = basket.tickets.length + basket.vouchers.length
        expect(lines).toHaveLength(count)
        expect(sum(lines)).toBe(all)
        expect(together?.pence).toBe(fee > 0 && count > 1 && all !== total ? all : undefined)
        if (together) expect(totals.indexOf(together)).toBe(2)
      }),
      { numRuns: 500 },
    )
  })

  it('of an instalment plan tell what is still to pay', () => {
    const [basket] = fc.sample(
      namedBasket.filter((one) => totalsOf(one).total > 100),
      1,
    )
    if (!basket) throw new Error('no basket')
    const { total } = totalsOf(basket)
    const { totals } = rowsOf({ basket, paid: { amount: 100, by: 'by card' } })
    expect(totals.slice(-2)).toEqual([
      { text: 'Paid by card', pence: 100 },
      { text: 'Still to pay', pence: total - 100 },
    ])
  })

  it('show every voucher with its code and its last day', () => {
    const [basket] = fc.sample(
      namedBasket.filter(({ vouchers, tickets }) => vouchers.length > 0 && tickets.length === 0),
      1,
    )
    if (!basket) throw new Error('no basket')
    const voucher = { value: 1500, currency: 'GBP' as const, expires_at: new Date('2028-05-01') }
    const content = receipt({
      basket,
      buyerName: '',
      dates: [],
      vouchers: [
        { ...voucher, code: 'AAAA' },
        { ...voucher, code: 'BBBB' },
      ],
      paid: { amount: 0, by: '' },
      plan: null,
    })
    const text = textForm(content, 'https://shop.test')
    expect(text).toContain(
      '£15.00: AAAA, valid until Mon 1 May 2028\n£15.00: BBBB, valid until Mon 1 May 2028',
    )
    expect(text).toContain('within 14 days')
    expect(text).not.toContain('Your tickets follow')
  })
})

describe('the receipt of any order', () => {
  const textOf = (basket: Order['basket']) =>
    textForm(
      receipt({ basket, buyerName: '', dates: [], vouchers: [], paid: { amount: 0, by: '' }, plan: null }),
      'https://shop.test',
    )

  it('names the tickets and gift vouchers that are posted, and says which tickets are emailed', () => {
    const [basket] = fc.sample(
      namedBasket.filter(({ tickets, vouchers }) => tickets.length > 1 && vouchers.length > 0),
      1,
    )
    if (!basket) throw new Error('no basket')
    const [first, ...others] = basket.tickets
    if (!first) throw new Error('no tickets')
    const text = textOf({
      ...basket,
      sale: { ...basket.sale, delivery_address: leeds },
      tickets: [
        { ...first, name: 'Runner', qty: 3, deliverable: true },
        ...others.map((line) => ({ ...line, deliverable: false })),
      ],
    })
    expect(text).toMatch(/By post: 3 × Runner and your gift vouchers?, to Ada Lovelace, 1 High Street, Leeds/)
    expect(text).toContain('Tickets that are not posted follow in another email.')
  })

  it('links no order that has no reference', () => {
    const [basket] = fc.sample(namedBasket, 1)
    if (!basket) throw new Error('no basket')
    const of = (order_reference: string | null) =>
      textOf({ ...basket, sale: { ...basket.sale, order_reference } })
    expect(of('12345678')).toContain('Your order and invoice: https://shop.test/account/orders/12345678/')
    expect(of(null)).not.toMatch(/Your order and invoice|Reference/)
  })
})
