import { afterAll, beforeAll, expect, it } from 'vitest'

import { newEmail, prove } from '#server/testing/buyers.ts'
import { steward } from '#server/testing/doors.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { pair, seatedOffer, seatedVisitor } from '#server/testing/seats.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const pdfOf = async ({ cookies }: Visitor, path: string) => {
  const reply = await shop.app.request(shop.config.origin + path, {
    headers: { Accept: 'text/html', Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
  })
  return readPdf(new Uint8Array(await reply.arrayBuffer()))
}

it('names each seat in the completed order, the mails, the wallet, the PDFs and at the door [SEAT-03, ENTI-13]', async () => {
  const event = await seatedOffer(shop)
  const visitor = await seatedVisitor(shop, event, pair)
  await call(visitor, 'reserve_tickets')
  const email = newEmail()
  await prove(shop, visitor, email)
  await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Hopper' })
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
  for (const name of ['deliver_to_bitticket', 'deliver_to_wallet']) await call(visitor, name)
  const { tickets } = await checkoutOf(visitor)
  expect(tickets[0]).toMatchObject({ seats: pair, can_update_quantity: false })

  const [receipt] = await mailsOf(shop, 'receipt:')
  expect(receipt?.text).toContain('Stalls, row C, seats 8 and 9')
  const [wallet] = await mailsOf(shop, 'wallet:')
  expect(wallet?.text).toContain('2 × Adult (Stalls, row C, seats 8 and 9)')
  expect(wallet?.text).toContain('Ticket 2, Adult, Stalls, row C, seat 9')

  const bought = await shop.db
    .selectFrom('tickets')
    .innerJoin('sales', 'sales.id', 'tickets.sale_id')
    .select(['tickets.id', 'seat', 'code', 'order_reference'])
    .where('ticket_type_id', '=', event.ticket())
    .orderBy('copy')
    .execute()
  expect(bought.map(({ seat }) => seat)).toEqual(pair)
  const [first, second] = bought
  const order = `/account/orders/${first?.order_reference}/`
  const words = ['Stalls, row C, seat 8', 'Stalls, row C, seat 9']
  for (const seat of words) expect((await visitor.get(order)).text).toContain(`Adult, ${seat}`)
  expect((await visitor.get(`/account/tickets/${second?.id}/`)).text).toMatch(
    /Seat<\/dt>\s*<dd>Stalls, row C, seat 9/,
  )
  const { pages } = await pdfOf(visitor, `${order}tickets.pdf`)
  expect(pages).toHaveLength(2)
  for (const [index, seat] of words.entries()) expect(pages[index]).toContain(seat)
  expect((await pdfOf(visitor, `${order}invoice.pdf`)).pages.join(' ')).toContain(
    'Stalls, row C, seats 8 and 9',
  )

  const { check } = await steward(shop, event)
  expect((await check(second?.code ?? '')).json.lines).toContain('Stalls, row C, seat 9')
})
