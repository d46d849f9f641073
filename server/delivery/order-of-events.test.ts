import { afterAll, beforeAll, expect, it } from 'vitest'

import { person } from '#server/testing/browser.ts'
import { saleOf } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

/** An order of two events, of which the later one was chosen first. */

let shop: TestShop
let told: Awaited<ReturnType<typeof order>>
beforeAll(async () => {
  shop = await createTestShop()
  told = await order()
})
afterAll(() => shop.close())

async function order() {
  const [late, early] = [
    await offer(shop.db, { event: { title: 'Ball' }, date: { starts_at: new Date('2039-12-31T20:00:00Z') } }),
    await offer(shop.db, { event: { title: 'Fair' }, date: { starts_at: new Date('2039-05-01T09:00:00Z') } }),
  ]
  const someone = await person(shop)
  const { visitor } = someone
  for (const event of [late, early])
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(event === late ? 1 : 2)] })
  await call(visitor, 'reserve_tickets')
  const { id } = await saleOf(shop, visitor)
  await shop.db.updateTable('sales').set({ guest_email: 'ada@example.com' }).where('id', '=', id).execute()
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
  for (const name of ['deliver_to_bitticket', 'deliver_to_wallet']) await call(visitor, name)
  const page = `/account/orders/${(await saleOf(shop, visitor)).order_reference}/`
  const cookies = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  const file = await shop.app.request(`${shop.config.origin}${page}invoice.pdf`, {
    headers: { Cookie: cookies },
  })
  const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()))
  return {
    checkout: (await checkoutOf(visitor)).tickets.map((line: { event_name: string }) => line.event_name),
    info: (await visitor.get('/ajax/checkout/checkout/get_simple_info/')).json,
    receipt: (await mailsOf(shop, `receipt:${id}`))[0],
    tickets: (await mailsOf(shop, `wallet:${id}`))[0],
    page: (await someone.open(page)).html,
    invoice: pages.join(' '),
    early: await shop.db
      .selectFrom('tickets')
      .select('id')
      .where('sale_id', '=', id)
      .where('ticket_type_id', '=', early.ticket())
      .orderBy('copy')
      .execute(),
  }
}

const wordsOf = (html = '') => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

it('lists the event that comes first at the top of the completed order', () =>
  expect(told.checkout).toEqual(['Fair', 'Ball']))

it('leads from each event of the order to its first ticket, and to the first of all', () => {
  const [fair, ball] = told.info.dates.map(({ shown_tickets }: { shown_tickets: unknown }) => shown_tickets)
  expect(fair).toEqual({ href: `/account/tickets/${told.early[0]?.id}/`, qty: 2 })
  expect(ball).toMatchObject({ qty: 1 })
  expect(ball.href).not.toBe(fair.href)
  expect(told.info.shown_tickets).toEqual({ href: fair.href, qty: 3 })
})

it('names the event that comes first in the subjects of its mails', () => {
  expect(told.receipt?.subject).toBe('Fair, Sun 1 May and 1 more: your order is complete')
  expect(told.tickets?.subject).toBe('Fair, Sun 1 May and 1 more: your tickets')
})

it('lists the event that comes first before the other in mails, invoice and page', () => {
  for (const text of [told.receipt?.text, told.tickets?.text]) expect(text).toMatch(/FAIR\n[^]*BALL\n/)
  for (const text of [told.receipt?.text, told.invoice, wordsOf(told.page)])
    expect(text).toMatch(/2 × adult,? (£20\.00 )?Fair[^]*1 × adult,? (£10\.00 )?Ball/)
})

it('links the tickets in its mail below their event, counted from one', () => {
  const links = told.early.map(
    ({ id }, index) => `Ticket ${index + 1}, adult: http://shop.test/account/tickets/${id}/`,
  )
  const [before, fair = '', ball = ''] = (told.tickets?.text ?? '').split(/^(?:FAIR|BALL)$/m)
  expect(before).not.toContain('/account/tickets/')
  expect(fair).toContain(links.join('\n'))
  expect(ball).toMatch(/Ticket 1, adult: http:\S+\n/)
  expect(ball).not.toContain('Ticket 2')
})

it('has headings of its own in its mails, without the events of their subjects', () => {
  expect(told.receipt?.html).toMatch(/<h1[^>]*>\s*Your order is complete\s*<\/h1>/)
  expect(told.tickets?.html).toMatch(/<h1[^>]*>\s*Your tickets\s*<\/h1>/)
})

it('shows its reference in two groups in mails and invoice', () => {
  expect(told.tickets?.text).toMatch(/Your reference is [0-9A-Z]{4} [0-9A-Z]{4}\./)
  expect(told.receipt?.text).toMatch(/Reference: [0-9A-Z]{4} [0-9A-Z]{4}\n/)
  expect(told.invoice).toMatch(/Order reference [0-9A-Z]{4} [0-9A-Z]{4} /)
})
