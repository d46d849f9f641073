import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Database } from '#server/database/connect.ts'
import { admit, countPeople } from '#server/door/admit.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { readBoughtVouchers } from './bought-vouchers.ts'
import { findBuyersEmail } from './find-buyers-email.ts'
import { readOwner, type Owner } from './owner.ts'
import { findOrder, readOrders } from './read-order.ts'
import { findTicket, readTicketsOf, readWallet } from './read-tickets.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const id = '00000000-0000-4000-8000-000000000000'
const owner: Owner = { session: { id, saleId: id }, userIds: [id], emails: ['ada@example.com'] }
const door = { id, eventDateId: 'none', title: '', startsAt: new Date() }

/** Runs the work and returns the tables that its queries read from end to end, although indexes are preferred. */
async function scannedBy(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const queries: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (queries.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(shop.db.withPlugin(recorder))
  return shop.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const scanned: string[] = []
    for (const node of queries) {
      const query = trx.getExecutor().compileQuery(node, { queryId: 'explained' })
      const explained = { ...query, sql: `explain (format json) ${query.sql}` }
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained)
      for (const { 'QUERY PLAN': plans } of rows)
        scanned.push(...plans.flatMap(({ Plan }) => wholeTables(Plan)))
    }
    return scanned
  })
}

interface Plan {
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

function wholeTables(plan: Plan): string[] {
  const table = plan['Relation Name']
  const isWhole = table !== undefined && !plan['Index Cond'] && !plan['Recheck Cond']
  return [...(isWhole ? [table] : []), ...(plan.Plans ?? []).flatMap(wholeTables)]
}

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
  ['the people of an event date', (db) => countPeople(db, door.eventDateId)],
])('finds %s without reading all sales or tickets', async (_, read) => {
  const large = ['sales', 'tickets', 'transfers', 'admissions', 'users', 'issued_vouchers', 'one_time_codes']
  expect((await scannedBy(read)).filter((table) => large.includes(table))).toEqual([])
})
