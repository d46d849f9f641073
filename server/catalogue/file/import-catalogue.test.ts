import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { catalogueSchema, type CatalogueFile } from '#server/catalogue/file/catalogue-schema.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import { askedQuestions } from '#server/buyer/asked-questions.ts'
import { findBookErrors } from '#server/testing/books.ts'
import { saleOf } from '#server/testing/buyers.ts'
import { call, checkoutOf, visitorWith } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { catalogueRows, catalogueTables } from './catalogue-rows.ts'
import { exportCatalogue } from './export-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'
import { writeDifference } from './write-difference.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const date = 'hall-friday'

/** A small catalogue of one organiser, with changes to its only event, date, pool or ticket types. */
function small(
  changes: { event?: object; date?: object; capacity?: number; adult?: object; codes?: object[] } = {},
) {
  return catalogueSchema.parse({
    organisers: [
      {
        id: 'hall',
        name: 'The Hall',
        provider: 'stripe',
        events: [
          {
            id: 'hall-concert',
            title: 'Concert',
            dates: [
              {
                id: date,
                starts_at: '2099-04-17T19:30:00+01:00',
                pools: [{ name: 'seats', capacity: changes.capacity ?? 10 }],
                tickets: [
                  { key: 'adult', pool: 'seats', name: 'Adult', price: '18.50', ...changes.adult },
                  { key: 'child', pool: 'seats', name: 'Child', price: '9.00', requires: ['adult'] },
                ],
                ...changes.date,
              },
            ],
            questions: [{ id: 'hall-name', before_or_after: 'after', question: 'Name?', type: 'text' }],
            messages: [{ id: 'hall-message', message: 'Bring a coat.' }],
            ...changes.event,
          },
        ],
        codes: changes.codes ?? [{ code: 'HALL10', kind: 'ticket_percent', amount: '10.00' }],
      },
    ],
  })
}

const load = (...[catalogue, options]: [ReturnType<typeof small>, Parameters<typeof importCatalogue>[2]?]) =>
  importCatalogue(shop.db, catalogue, options).then(writeDifference)

const reasonsAgainst = (catalogue: ReturnType<typeof small>) =>
  importCatalogue(shop.db, catalogue).then(
    () => 'nothing',
    (error: Error) => error.message,
  )

const snapshot = async () => JSON.stringify(await exportCatalogue(shop.db))

const entry = (qty: number) => ({
  ticket: `hall-concert|${date}|adult|0`,
  qty,
  vz_id: null,
  has_offer: false,
})

/** Buys two tickets for adults. */
async function paidSale(): Promise<string> {
  const visitor = await visitorWith(shop, entry(2))
  await call(visitor, 'reserve_tickets')
  const { sale_reference: reference } = await checkoutOf(visitor)
  const ofSale = shop.db.updateTable('sales').where('reference', '=', reference)
  await ofSale.set({ guest_email: 'ada@example.com', guest_name: 'Ada Lovelace' }).execute()
  expect((await pay(shop, visitor)).json).toMatchObject({ status: 'success' })
  await call(visitor, 'deliver_to_bitticket')
  await call(visitor, 'deliver_to_wallet')
  return (await saleOf(shop, visitor)).id
}

it('exports a catalogue whose import changes nothing, as JSON and through its text', async () => {
  const file = await exportCatalogue(shop.db)
  const { catalogue } = readCatalogue(JSON.stringify(file))
  expect(writeDifference(await importCatalogue(shop.db, catalogue))).toMatch(
    /^Nothing changes; \d{3} left alone\.$/,
  )
  expect(await exportCatalogue(shop.db)).toEqual(file)
})

it('exports nothing but what differs from the defaults', async () => {
  const { organisers = [] } = await exportCatalogue(shop.db)
  const event = organisers.flatMap(({ events = [] }) => events).find(({ id }) => id === 'harbour-open-day')
  expect(event?.dates?.[0]?.tickets).toEqual([
    { key: 'entry', name: 'Free entry', price: '0.00', max_per_customer: 6 },
  ])
})

it('has a place for every column of the catalogue, but for what the shop counts', async () => {
  const file: CatalogueFile = await exportCatalogue(shop.db)
  const rows = catalogueRows(catalogueSchema.parse(file))
  const { rows: columns } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in (${sql.join(catalogueTables)})`.execute(shop.db)
  const written = new Set(
    rows.flatMap(({ table, row }) => Object.keys(row).map((column) => `${table}.${column}`)),
  )
  expect(
    columns
      .map(({ name }) => name)
      .filter((name) => !written.has(name))
      .toSorted(),
  ).toEqual(['discount_codes.held', 'discount_codes.used', 'pools.held', 'pools.sold'])
})

it('says in a dry run what would change, and changes nothing', async () => {
  const before = await snapshot()
  const difference = await load(small(), { isDryRun: true })
  expect(difference.split('\n')).toEqual([
    'added: organiser hall',
    'added: event hall-concert',
    'added: date hall-friday',
    'added: pool hall-friday-seats',
    'added: ticket type hall-friday-adult',
    'added: ticket type hall-friday-child',
    'added: requirement hall-friday-child needs hall-friday-adult',
    'added: code HALL10',
    'added: question hall-name',
    'added: message hall-message',
    '10 added, 0 left alone.',
  ])
  expect(await snapshot()).toBe(before)
})

it('adds, changes and deletes what nobody has bought, and leaves other organisers alone', async () => {
  const before = await exportCatalogue(shop.db)
  await load(small())
  expect(await load(small())).toBe('Nothing changes; 10 left alone.')
  const changed = small({
    capacity: 12,
    adult: { price: '19.50', max_per_customer: 4 },
    event: { messages: [] },
    codes: [],
  })
  expect((await load(changed)).split('\n')).toEqual([
    'changed: pool hall-friday-seats',
    '  capacity: 10 → 12',
    'changed: ticket type hall-friday-adult',
    '  price: 18.50 → 19.50',
    '  max_per_customer: none → 4',
    'deleted: code HALL10',
    'deleted: message hall-message',
    '2 changed, 2 deleted, 6 left alone.',
  ])
  const { organisers = [] } = await exportCatalogue(shop.db)
  expect(organisers.filter(({ id }) => id !== 'hall')).toEqual(before.organisers)
})

it('leaves alone what the file does not have, if asked to', async () => {
  await load(small())
  const fewer = small({ codes: [], event: { messages: [], questions: [] } })
  expect(await load(fewer, { keepsOthers: true })).toMatch(/^Nothing changes/)
})

it('writes nothing at all if one thing cannot be written', async () => {
  await load(small())
  const before = await snapshot()
  const other = small({ adult: { price: '30.00' } })
  const [organiser] = other.organisers
  if (organiser) organiser.id = 'other-hall'
  expect(await reasonsAgainst(other)).toContain(
    'has the id "hall-concert", which belongs to "hall" already; give this one another id',
  )
  expect(await snapshot()).toBe(before)
})

it('keeps positions that other programs wrote, and numbers a list anew when its order changes', async () => {
  await load(small())
  await shop.db.updateTable('ticket_types').set({ position: 7 }).where('id', '=', `${date}-child`).execute()
  expect(await load(small())).toMatch(/^Nothing changes/)
  const turned = small()
  turned.organisers[0]?.events[0]?.dates[0]?.tickets.reverse()
  expect(await load(turned)).toContain('changed: ticket type hall-friday-child\n  position: 7 → 0')
  expect(await load(turned)).toMatch(/^Nothing changes/)
})

it('does not change an order when a price changes [MONY-01] [C18]', async () => {
  await load(small())
  const sale = await paidSale()
  await load(small({ adult: { price: '99.00', booking_fee: '5.00' } }))
  expect(await findBookErrors(shop.db, sale)).toEqual([])
  const lines = await shop.db.selectFrom('sale_tickets').selectAll().where('sale_id', '=', sale).execute()
  expect(lines.map(({ price }) => price)).toEqual([1850])
})

it('refuses less capacity than is sold and held', async () => {
  const { catalogue, lineOf } = readCatalogue(JSON.stringify(await exportCatalogue(shop.db), null, 2))
  const sold = await shop.db
    .selectFrom('pools')
    .selectAll()
    .where('id', '=', `${date}-seats`)
    .executeTakeFirstOrThrow()
  expect(sold.sold).toBe(2)
  const less = small({ adult: { price: '99.00', booking_fee: '5.00' }, capacity: 1 })
  expect(await reasonsAgainst(less)).toBe(
    'organisers[0].events[0].dates[0].pools[0].capacity cannot be 1: of "hall-friday-seats", 2 are sold and 0 held',
  )
  expect(catalogue.organisers.length).toBeGreaterThan(1)
  expect(lineOf(['organisers', 0])).toBeGreaterThan(1)
  expect(await load(small({ adult: { price: '99.00', booking_fee: '5.00' }, capacity: 2 }))).toContain(
    'capacity: 10 → 2',
  )
})

it('refuses to change what orders depend on and have no copy of', async () => {
  expect(
    await reasonsAgainst(small({ capacity: 2, adult: { delivery_cost: '3.00', deliverable: true } })),
  ).toBe(
    [
      'organisers[0].events[0].dates[0].tickets[0] "hall-friday-adult" must keep its deliverable: tickets are sold or held; take this ticket type off sale and add another one',
      'organisers[0].events[0].dates[0].tickets[0] "hall-friday-adult" must keep its delivery_cost: tickets are sold or held; take this ticket type off sale and add another one',
    ].join('\n'),
  )
  expect(await reasonsAgainst(small({ capacity: 2, event: { currency: 'EUR' } }))).toContain(
    'must keep its currency',
  )
})

it('takes off sale what is sold, deletes the rest, and keeps the order whole', async () => {
  const without = catalogueSchema.parse({
    organisers: [{ id: 'hall', name: 'The Hall', provider: 'stripe' }],
  })
  expect((await load(without)).split('\n')).toEqual([
    'taken off sale: event hall-concert',
    'taken off sale: date hall-friday',
    'deleted: ticket type hall-friday-child',
    'taken off sale: ticket type hall-friday-adult',
    'deleted: requirement hall-friday-child needs hall-friday-adult',
    'deleted: code HALL10',
    'deleted: question hall-name',
    'deleted: message hall-message',
    '3 taken off sale, 5 deleted, 2 left alone.',
  ])
  expect(await load(without)).toMatch(/^Nothing changes/)
  const [sale] = await shop.db.selectFrom('sales').select('id').where('paid_at', 'is not', null).execute()
  expect(await findBookErrors(shop.db, sale?.id ?? '')).toEqual([])
  const { catalogue } = readCatalogue(JSON.stringify(await exportCatalogue(shop.db)))
  expect(await load(catalogue)).toMatch(/^Nothing changes/)
})

it('sells no ticket type that is off sale, to nobody who has it in the basket either [C28]', async () => {
  await load(small())
  const early = await visitorWith(shop, entry(1))
  await load(small({ adult: { published: false } }))
  const page = await (await shop.app.request('http://shop.test/events/hall-concert/')).text()
  expect(page).toContain('qty-hall-friday-child')
  expect(page).not.toContain('qty-hall-friday-adult')
  await expect(visitorWith(shop, entry(1))).rejects.toThrow()
  expect((await call(early, 'reserve_tickets')).json).toEqual({ error: 'Sorry, Concert is not on sale now' })
})

it('asks no question and demands no waiver that the file has taken out, and keeps the answers', async () => {
  const waivers = [{ id: 'hall-waiver', title: 'Taking part', text_html: '<p>At my own risk.</p>' }]
  await load(small({ event: { waivers } }))
  const sale = await paidSale()
  const visitorsAnswer = { sale_id: sale, question_id: 'hall-name', answer: 'Ada' }
  await shop.db.insertInto('answers').values(visitorsAnswer).execute()
  await shop.db.insertInto('waiver_acceptances').values({ sale_id: sale, waiver_id: 'hall-waiver' }).execute()
  const words = small({ event: { waivers: [{ ...waivers[0], text_html: '<p>At your risk.</p>' }] } })
  expect(await reasonsAgainst(words)).toContain('must keep its text_html: people have accepted these words')

  const difference = await load(small({ event: { questions: [] } }))
  expect(difference).toContain('taken off sale: question hall-name')
  expect(difference).toContain('taken off sale: waiver hall-waiver')
  const basket = await readBasket(shop.db, sale)
  expect(askedQuestions(basket).after).toEqual({})
  expect(basket.events[0]?.hasWaivers).toBe(false)
  expect(await shop.db.selectFrom('answers').selectAll().where('sale_id', '=', sale).execute()).toHaveLength(
    1,
  )
})
