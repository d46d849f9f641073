import { afterAll, beforeAll, expect, it } from 'vitest'

import { call } from '#server/testing/offers.ts'
import { pay, payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { csvRow, type Cell } from './csv.ts'
import { attendeeHeadings, attendeeRows, orderHeadings, orderRows } from './order-rows.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+44 20', `'+44 20`],
  ['-1', `'-1`],
  ['@sum', `'@sum`],
  ['\tx', `'\tx`],
  ['\rx', `"'\rx"`],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['Zoë 🎟', 'Zoë 🎟'],
])('writes %j so that no spreadsheet runs or splits it', (cell, written) => {
  expect(csvRow([cell, -5, null])).toBe(`${written},-5,\r\n`)
})

const all = async (rows: AsyncIterable<Cell[]>, headings: string[]) => {
  const found: Record<string, Cell>[] = []
  for await (const row of rows) {
    expect(row).toHaveLength(headings.length)
    found.push(Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? null])))
  }
  return found
}

async function buys(name: string) {
  const buyer = await payer(shop, { event: { title: '=Concert' } })
  await shop.db
    .updateTable('sales')
    .set({ guest_name: name })
    .where('reference', '=', buyer.reference)
    .execute()
  expect((await pay(shop, buyer.visitor)).json).toMatchObject({ status: 'success' })
  await call(buyer.visitor, 'deliver_to_bitticket')
  return buyer
}

it('lists the orders and attendees of an event or date only, with amounts as decimals and times with their offset', async () => {
  const { event } = await buys('Ada Lovelace')
  await buys('Grace Hopper')
  const [order, ...others] = await all(orderRows(shop.db, { eventId: event.id }), orderHeadings)
  expect(others).toEqual([])
  expect(order).toMatchObject({
    name: 'Ada Lovelace',
    email: `${event.id}@example.com`,
    tickets: 2,
    currency: 'GBP',
    total: '20.00',
    paid: '20.00',
    refunded: '0.00',
  })
  expect(order?.['paid at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[01]:00$/)
  expect(await all(orderRows(shop.db, {}), orderHeadings)).toHaveLength(2)

  const attendees = await all(attendeeRows(shop.db, { dateId: event.id }), attendeeHeadings)
  expect(attendees).toHaveLength(2)
  expect(attendees[0]).toMatchObject({ event: '=Concert', name: 'Ada Lovelace', price: '10.00' })
})

it('reads more orders than one page, each once', async () => {
  const [sale] = await shop.db.selectFrom('sales').selectAll().where('paid_at', 'is not', null).execute()
  const many = Array.from({ length: 1100 }, () => ({
    session_id: null,
    paid_at: sale?.paid_at ?? null,
    total: 0,
    currency: 'GBP' as const,
  }))
  await shop.db.insertInto('sales').values(many).execute()
  let count = 0
  for await (const row of orderRows(shop.db, {})) count += row.length / orderHeadings.length
  expect(count).toBe(1102)
})

it('exports no entry codes', async () => {
  const { code } = await shop.db.selectFrom('tickets').select('code').executeTakeFirstOrThrow()
  expect(JSON.stringify(await all(attendeeRows(shop.db, {}), attendeeHeadings))).not.toContain(code)
})
