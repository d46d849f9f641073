import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { passTime } from '#server/testing/pass-time.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

import { connect, type Database } from './connect.ts'
import { migrate, migrations } from './migrate.ts'
import { inOrder } from './migrations/in-order.ts'
import { defaultLimits } from './postgres-pool.ts'
import { shopNow } from './shop-time.ts'
import { inTransaction, type Transaction } from './transaction.ts'

let postgres: Postgres
let shop: TestShop
/** The owner, who changes rows by hand. */
let owner: Awaited<ReturnType<typeof connect>>

beforeAll(async () => {
  postgres = await startPostgres()
  const { databaseUrl } = postgres
  // Nobody waits in vain while the tests do the rest.
  shop = await createTestShop({
    databaseUrl,
    databaseLimits: { ...defaultLimits, lockSeconds: 30, statementSeconds: 40 },
  })
  owner = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
})
afterAll(async () => {
  await owner?.close()
  await shop?.close()
  await postgres?.stop()
})

/** Locks a row, does the work, and unlocks the row. */
async function whileLocked(
  table: 'pools' | 'sales' | 'discount_codes',
  row: object,
  work: (trx: Transaction) => Promise<void>,
) {
  const [[column, value] = []] = Object.entries(row)
  await owner.db.transaction().execute(async (trx) => {
    await sql`select from ${sql.table(table)} where ${sql.ref(column!)} = ${value} for update`.execute(trx)
    await work(trx)
  })
}

/** Counts connections of the shop that wait for a lock. */
async function waitingConnections(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}

const buyers = (count: number, event: Awaited<ReturnType<typeof offer>>) =>
  Promise.all(Array.from({ length: count }, () => visitorWith(shop, event.entry(1))))

const reserve = (visitor: Visitor) => call(visitor, 'reserve_tickets')

const code = async () => {
  const values = { kind: 'ticket_percent', amount: 1000, max_uses: null } as const
  const nowhere = { organiser_id: null, event_id: null, currency: null }
  await shop.db
    .insertInto('discount_codes')
    .values({ code: 'MANY', ...values, ...nowhere })
    .execute()
}

it.each([
  ['the pool of an event is', 'pools'],
  ['a discount code is', 'discount_codes'],
  ['the sale of an impatient buyer is', 'sales'],
] as const)(
  'lets all other buyers read and reserve at once while %s locked, and goes on with those who wait [C3]',
  async (_, table) => {
    const [hot, other] = [await offer(shop.db), await offer(shop.db)]
    const visitors = await buyers(table === 'sales' ? 1 : 20, hot)
    const others = await buyers(3, other)
    if (table === 'discount_codes') {
      await code()
      for (const visitor of visitors) await call(visitor, 'set_code', { code: 'MANY' })
    }
    const { id: sale } = await shop.db
      .selectFrom('sales')
      .innerJoin('sale_tickets', 'sale_tickets.sale_id', 'sales.id')
      .select('sales.id')
      .where('ticket_type_id', '=', hot.ticket())
      .executeTakeFirstOrThrow()
    const row = { pools: { id: hot.id }, discount_codes: { code: 'MANY' }, sales: { id: sale } }[table]
    const answered = vi.fn()
    let waiting: Promise<Awaited<ReturnType<typeof reserve>>[]> | undefined
    await whileLocked(table, row, async () => {
      const tries = table === 'sales' ? Array.from({ length: 20 }, () => visitors[0]!) : visitors
      waiting = Promise.all(tries.map((visitor) => reserve(visitor).finally(answered)))
      await vi.waitFor(async () => expect(await waitingConnections(owner.db)).toBeGreaterThan(1), 5_000)
      for (const visitor of others) {
        expect((await reserve(visitor)).json).toMatchObject({ reserved: true })
        expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(500)
      }
      expect((await others[0]!.get('/all-events/')).status).toBe(200)
      // Who waits for the code has locked the pool, for which two more wait.
      expect(await waitingConnections(owner.db)).toBe(table === 'discount_codes' ? 3 : 2)
      expect(answered).not.toHaveBeenCalled()
    })
    for (const { json } of await waiting!) expect(json).toMatchObject({ reserved: true })
    expect((await hot.pool()).held).toBe(visitors.length)
    expect((await other.pool()).held).toBe(3)
  },
)

it('does not keep other buyers waiting for tickets that an expired hold gives back [C3]', async () => {
  const [hot, other] = [await offer(shop.db), await offer(shop.db)]
  const [late] = await buyers(1, hot)
  await reserve(late!)
  const { id } = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', (await checkoutOf(late!)).sale_reference)
    .executeTakeFirstOrThrow()
  const others = await buyers(3, other)
  await whileLocked('pools', { id: hot.id }, async () => {
    await passTime(shop.db, [id], 601)
    const replies = await Promise.all(others.map(reserve))
    for (const { json } of replies) expect(json).toMatchObject({ reserved: true })
    expect((await hot.pool()).held).toBe(1)
  })
  await checkoutOf(others[0]!)
  expect((await hot.pool()).held).toBe(0)
})

describe('a step that is reported while another request has locked the sale', () => {
  const reporting = async (
    step: string,
    meanwhile: (trx: Transaction, id: string) => Promise<void> = async () => {},
  ) => {
    const [visitor, ...others] = await buyers(3, await offer(shop.db))
    await reserve(visitor!)
    const { id } = await shop.db
      .selectFrom('sales')
      .select('id')
      .where('reference', '=', (await checkoutOf(visitor!)).sale_reference)
      .executeTakeFirstOrThrow()
    const report = (one: Visitor, state: string) => call(one, 'update_basket_state', { state })
    let waiting: ReturnType<typeof report> | undefined
    await whileLocked('sales', { id }, async (trx) => {
      waiting = report(visitor!, step)
      await vi.waitFor(async () => expect(await waitingConnections(owner.db)).toBe(1), 5_000)
      const replies = await Promise.all(others.map((other) => report(other, 'reserve')))
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      await meanwhile(trx, id)
    })
    const { status } = await waiting!
    return { status, state: (await checkoutOf(visitor!)).state }
  }

  it('is stored afterwards, and keeps nobody else’s waiting [CALL-32] [C3]', async () => {
    expect(await reporting('login')).toEqual({ status: 200, state: 'login' })
  })

  it('does not replace the step of a payment that the other request has made [S18]', async () => {
    const pay = (trx: Transaction, id: string) =>
      trx
        .updateTable('sales')
        .set({ paid_at: shopNow, held_until: null, state: 'deliver_tickets' })
        .where('id', '=', id)
        .execute()
        .then(() => {})
    expect(await reporting('login', pay)).toEqual({ status: 200, state: 'deliver_tickets' })
  })
})

it('asks a buyer to try again, and when, if a row stays locked [C3]', async () => {
  const databaseLimits = { ...defaultLimits, lockSeconds: 1 }
  const hasty = await createTestShop({ databaseUrl: postgres.databaseUrl, databaseLimits })
  const event = await offer(hasty.db)
  const visitor = await visitorWith(hasty, event.entry(1))
  await whileLocked('pools', { id: event.id }, async () => {
    const reply = await reserve(visitor)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect(reply.json).toEqual({ message: 'The shop is very busy at the moment. Please try again' })
  })
  expect((await reserve(visitor)).json).toMatchObject({ reserved: true })
  await hasty.close()
})

it('lets others read while more transactions wait for a table than there are connections [C3]', async () => {
  const waiting = defaultLimits.connections * 2
  let updates: Promise<unknown> | undefined
  await owner.db.transaction().execute(async (trx) => {
    await sql`lock table charities in exclusive mode`.execute(trx)
    updates = Promise.all(
      Array.from({ length: waiting }, () =>
        inTransaction(shop.db, (other) => other.updateTable('charities').set({ logo: '' }).execute()),
      ),
    )
    await vi.waitFor(async () => expect(await waitingConnections(owner.db)).toBeGreaterThan(1), 5_000)
    const reading = shop.db.selectFrom('events').select('id').execute()
    const inVain = new Promise((_, reject) => setTimeout(reject, 5_000, new Error('the reader waited')))
    expect(await Promise.race([reading, inVain])).not.toEqual([])
  })
  await updates
})

it('lets buyers use a table that a migration waits for, and makes the migration once nobody uses the table [C14]', async () => {
  const name = '999-later'
  const table = 'waiting_room_places'
  const later = { up: inOrder([`alter table ${table} add column later_note text not null default ''`]) }
  const isMade = async () =>
    (await sql`select from kysely_migration where name = ${name}`.execute(owner.db)).rows.length === 1
  let migrating: Promise<void> | undefined
  await owner.db.transaction().execute(async (trx) => {
    // A long reader, such as `pg_dump`.
    await sql`lock table ${sql.table(table)} in access share mode`.execute(trx)
    migrating = migrate(shop.db, { ...migrations, [name]: later })
    await vi.waitFor(async () => expect(await waitingConnections(owner.db)).toBe(1), 5_000)
    // Who wants the table waits behind the migration, at most as long as the limit of the owner's connections.
    expect(await owner.db.selectFrom(table).select('id').execute()).toEqual([])
    expect(await isMade()).toBe(false)
  })
  await migrating
  expect(await isMade()).toBe(true)
})
