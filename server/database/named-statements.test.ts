import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startPostgres } from '#server/testing/postgres.ts'

import { connect, type Database } from './connect.ts'
import { defer } from './defer.ts'
import { inTransaction } from './transaction.ts'

let db: Database
let databaseUrl: string
let stop: () => Promise<void>

beforeAll(async () => {
  const postgres = await startPostgres()
  databaseUrl = postgres.databaseUrl
  const connection = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
  db = connection.db
  stop = () => connection.close().then(postgres.stop)
})
afterAll(() => stop?.())

// One connection at a time is used, so the pool takes the same one again.
const prepared = async (text: string) =>
  (
    await sql<{ calls: number }>`
      select (generic_plans + custom_plans)::int as calls from pg_prepared_statements
      where statement like ${`${text}%`}`.execute(db)
  ).rows.map(({ calls }) => calls)

it('prepares a statement once, and plans it for all values', async () => {
  for (let i = 0; i < 3; i++) await sql`select ${i}::int as number`.execute(db)
  expect(await prepared('select $1::int as number')).toEqual([3])
})

it('prepares no more than 500 statements', async () => {
  for (let i = 0; i < 510; i++) await sql`select ${sql.lit(i)} as many, ${i}::int`.execute(db)
  expect((await prepared('select ')).length).toBeLessThanOrEqual(500)
  expect(
    (await sql<{ many: number }>`select ${sql.lit(509)} as many, ${1}::int`.execute(db)).rows[0]?.many,
  ).toBe(509)
})

it('reads a table that another process has changed since', async () => {
  await sql`create table things (id int)`.execute(db)
  await sql`insert into things values (1)`.execute(db)
  const read = async () => (await sql`select * from things`.execute(db)).rows
  expect(await read()).toEqual([{ id: 1 }])
  await sql`alter table things add column name text`.execute(db)
  expect(await read()).toEqual([{ id: 1, name: null }])
  await sql`alter table things add column size int`.execute(db)
  const rows = await inTransaction(db, async (trx) => (await sql`select * from things`.execute(trx)).rows)
  expect(rows).toEqual([{ id: 1, name: null, size: null }])
})

it('sends another text for a statement once a table has changed, because PgBouncer shares what it has prepared by text', async () => {
  const own = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
  await sql`create table places (id int)`.execute(own.db)
  const read = () => sql`select * from places`.execute(own.db)
  await read()
  await sql`alter table places add column name text`.execute(own.db)
  await read()
  await read()
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select * from places%'`.execute(own.db)
  expect(new Set(rows.map(({ statement }) => statement)).size).toBe(2)
  await own.close()
})

/**
 * Makes a function that raises PostgreSQL's error of a deadlock at its first call; a sequence counts across rollbacks. A real deadlock
 * ends whichever statement PostgreSQL looks at last, which is not for a test to choose.
 */
const meetsDeadlockOnce = (name: string, returns: 'int' | 'trigger') =>
  sql
    .raw(
      `create sequence ${name}_calls;
       create function ${name}() returns ${returns} language plpgsql as $$ begin
         if nextval('${name}_calls') = 1 then raise exception using errcode = 'deadlock_detected'; end if;
         return ${returns === 'int' ? '1' : 'new'};
       end $$`,
    )
    .execute(db)

const callsOf = async (name: string) =>
  (await sql<{ last_value: string }>`select last_value from ${sql.raw(`${name}_calls`)}`.execute(db)).rows[0]
    ?.last_value

it('repeats a statement outside transactions that has met a deadlock', async () => {
  await meetsDeadlockOnce('read', 'int')
  expect((await sql`select read() as answer`.execute(db)).rows).toEqual([{ answer: 1 }])
  expect(Number(await callsOf('read'))).toBe(2)
})

it('repeats a transaction that met two deadlocks and an outdated plan, which a migration may cause together [C14]', async () => {
  const met = [
    { code: '40P01' },
    { code: '40P01' },
    { code: '0A000', message: 'cached plan must not change result type' },
  ]
  const work = () => {
    const fields = met.shift()
    return fields ? Promise.reject(Object.assign(new Error(), fields)) : Promise.resolve('done')
  }
  expect(await inTransaction(db, work)).toBe('done')
})

it('gives up a transaction that meets deadlocks again and again', async () => {
  let tries = 0
  const work = () =>
    Promise.reject(Object.assign(new Error('deadlock', { cause: ++tries }), { code: '40P01' }))
  await expect(inTransaction(db, work)).rejects.toMatchObject({ code: '40P01', cause: 3 })
})

describe('a statement that is sent with the commit', () => {
  beforeAll(async () => {
    await sql`create table orders (id int)`.execute(db)
    await sql`create table mails (id int)`.execute(db)
    await store(1)
  })

  const store = (id: number) =>
    inTransaction(db, async (trx) => {
      await sql`insert into orders values (${id})`.execute(trx)
      await defer(trx, sql`insert into mails values (${id}) returning *`.compile(trx))
    })

  const stored = async () => ({
    orders: (await sql`select id from orders order by id`.execute(db)).rows,
    mails: (await sql`select id from mails order by id`.execute(db)).rows,
  })

  it('is repeated with its whole transaction if its plan is outdated [C14]', async () => {
    await sql`alter table mails add column name text`.execute(db)
    await store(2)
    expect(await stored()).toEqual({ orders: [{ id: 1 }, { id: 2 }], mails: [{ id: 1 }, { id: 2 }] })
  })

  it('is repeated with its whole transaction if it met a deadlock [C14]', async () => {
    await meetsDeadlockOnce('mail', 'trigger')
    await sql`create trigger mail before insert on mails for each row execute function mail()`.execute(db)
    await store(3)
    expect(Number(await callsOf('mail'))).toBe(2)
    const all = [{ id: 1 }, { id: 2 }, { id: 3 }]
    expect(await stored()).toEqual({ orders: all, mails: all })
  })
})
