import { sql, type CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { readBasket } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { admit, countPeople } from '#server/door/admit.ts'
import { releaseExpired, releaseIfExpired } from '#server/reservation/expiry.ts'
import { canExtendHold } from '#server/reservation/extend-hold.ts'
import { saleOf } from '#server/testing/buyers.ts'
import { call, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { queued } from '#server/testing/waiting-rooms.ts'
import { admitFrom } from '#server/waiting-room/admit-next.ts'

import { readBoughtVouchers } from './bought-vouchers.ts'
import { findBuyersEmail } from './find-buyers-email.ts'
import { readOwner, type Owner } from './owner.ts'
import { findOrder, readOrders } from './read-order.ts'
import { findTicket, readTicketsOf, readWallet } from './read-tickets.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  // Many are held, none has expired.
  await sql`insert into sales (held_until) select shop_now() + interval '9 minutes' from generate_series(1, 3000)`.execute(
    shop.db,
  )
  await sql`analyze sales`.execute(shop.db)
})
afterAll(() => shop.close())

const id = '00000000-0000-4000-8000-000000000000'
const owner: Owner = { session: { id, saleId: id }, userIds: [id], emails: ['ada@example.com'] }
const door = { id, eventDateId: 'none', title: '', startsAt: new Date() }

/** Runs the work and returns the tables that its queries read from end to end, although indexes are preferred. */
async function scannedBy(
  work: (db: Database) => Promise<unknown>,
  of: Pick<TestShop, 'db'> = shop,
): Promise<string[]> {
  return (await plansOf(work, of)).flatMap((plan) => wholeTables(plan))
}

/** Runs the work and returns the plans of its queries, for which indexes are preferred. */
async function plansOf(
  work: (db: Database) => Promise<unknown>,
  { db }: Pick<TestShop, 'db'> = shop,
): Promise<Plan[]> {
  const queries: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (queries.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const recorded = db.withPlugin(recorder)
  const written: CompiledQuery[] = []
  const execute = recorded.executeQuery.bind(recorded)
  // Statements that are written as SQL meet no plugin.
  recorded.executeQuery = (query) => (written.push(query as CompiledQuery), execute(query))
  await work(recorded)
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const found: Plan[] = []
    const built = queries.map((node) => trx.getExecutor().compileQuery(node, { queryId: 'explained' }))
    for (const query of [...built, ...written]) {
      const explained = { ...query, sql: `explain (format json) ${query.sql}` }
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained)
      for (const { 'QUERY PLAN': plans } of rows) found.push(...plans.map(({ Plan }) => Plan))
    }
    return found
  })
}

interface Plan {
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  /** What the rows that an index has found must be besides. */
  Filter?: string
  Plans?: Plan[]
}

function wholeTables(plan: Plan): string[] {
  const table = plan['Relation Name']
  const isWhole = table !== undefined && !plan['Index Cond'] && !plan['Recheck Cond']
  return [...(isWhole ? [table] : []), ...(plan.Plans ?? []).flatMap(wholeTables)]
}

const allOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allOf)]

it.each<[string, (db: Database) => Promise<unknown>]>([
  ['the visitor', (db) => readOwner(db, { id, userId: id, saleId: id })],
  ['the wallet', (db) => readWallet(db, owner)],
  ['the vouchers', (db) => readBoughtVouchers(db, owner)],
  ['the orders', (db) => readOrders(db, owner)],
  ['an order', (db) => findOrder(db, owner, 'K7M2PQ4X')],
  ['the tickets of an order', (db) => readTicketsOf(db, owner, id)],
  ['a ticket', (db) => findTicket(db, owner, id)],
  ['an order by reference', (db) => findBuyersEmail(db, { reference: 'K7M2PQ4X' })],
  ['an order by email', (db) => findBuyersEmail(db, { email: 'ada@example.com' })],
  ['a ticket at the door', (db) => admit(db, door, { code: 'NONE', key: id })],
  ['the expired holds', (db) => releaseExpired(db)],
  ['the hold of a sale', (db) => releaseIfExpired(db, id)],
  ['the people of an event date', (db) => countPeople(db, door.eventDateId)],
])('finds %s without reading all sales or tickets', async (_, read) => {
  const large = ['sales', 'tickets', 'transfers', 'admissions', 'users', 'issued_vouchers', 'one_time_codes']
  expect((await scannedBy(read)).filter((table) => large.includes(table))).toEqual([])
})

it('admits from a waiting room without reading all holds, of which the planner does not know yet', async () => {
  const opening = await createTestShop()
  await sql`insert into sales (created_at) select shop_now() from generate_series(1, 3000)`.execute(
    opening.db,
  )
  await sql`analyze sales`.execute(opening.db)
  const scanned = await scannedBy((db) => admitFrom(db as Transaction, ['none']), opening)
  expect(scanned.filter((table) => table === 'sales')).toEqual([])
  await opening.close()
})

it('tells whether anyone waits for an event without reading all who have been there', async () => {
  const event = await queued(shop, 1)
  const visitor = await visitorWith(shop, event.entry(1))
  await call(visitor, 'reserve_tickets')
  await sql`with people as (
      insert into sessions (token_hash, expires_at)
      select 'there before ' || i, shop_now() + interval '1 day' from generate_series(1, 3000) i returning id)
    insert into waiting_room_places (event_id, session_id, status, ended_at)
    select ${event.id}, id, 'bought', shop_now() from people`.execute(shop.db)
  await sql`analyze waiting_room_places`.execute(shop.db)
  const { id: saleId } = await saleOf(shop, visitor)
  const basket = await readBasket(shop.db, saleId)
  const plans = await plansOf((db) => canExtendHold(db, basket))
  const reads = plans.flatMap(allOf).filter((plan) => plan['Relation Name'] === 'waiting_room_places')
  expect(reads.map(({ Filter }) => Filter)).toEqual([undefined, undefined])
})
