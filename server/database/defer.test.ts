import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { defer } from './defer.ts'
import { inTransaction, type Transaction } from './transaction.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop?.close())

const insert = (trx: Transaction, id: string) =>
  trx.insertInto('sandbox_records').values({ id, kind: 'test', data: '{}' })
const readIds = async (db: Transaction | TestShop['db']) =>
  (
    await db.selectFrom('sandbox_records').select('id').where('kind', '=', 'test').orderBy('id').execute()
  ).map(({ id }) => id)

it('keeps what a transaction has deferred, and shows it to the next statement', async () => {
  const seen = await inTransaction(shop.db, async (trx) => {
    await defer(trx, insert(trx, 'first'))
    const ids = await readIds(trx)
    await defer(trx, insert(trx, 'second'))
    return ids
  })
  expect(seen).toEqual(['first'])
  expect(await readIds(shop.db)).toEqual(['first', 'second'])
})

it('gives the rows of a deferred statement once the next one is answered', async () => {
  await inTransaction(shop.db, async (trx) => {
    const ids = await defer(trx, insert(trx, 'kept').returning('id'))
    expect(ids).toThrow('was not sent yet')
    await readIds(trx)
    expect(ids()).toEqual([{ id: 'kept' }])
  })
  const outside = await defer(
    shop.db,
    shop.db.deleteFrom('sandbox_records').where('id', '=', 'kept').returning('id'),
  )
  expect(outside()).toEqual([{ id: 'kept' }])
})

it('fails a transaction with the error of a deferred statement, and keeps nothing of it', async () => {
  const before = await readIds(shop.db)
  const failAtCommit = inTransaction(shop.db, async (trx) => {
    await insert(trx, 'third').execute()
    await defer(trx, sql`select 1 / 0`.compile(trx))
  })
  await expect(failAtCommit).rejects.toMatchObject({ code: '22012' })
  const failInBetween = inTransaction(shop.db, async (trx) => {
    await defer(trx, insert(trx, 'third'))
    await defer(trx, sql`select 1 / 0`.compile(trx))
    await readIds(trx)
  })
  await expect(failInBetween).rejects.toMatchObject({ code: '22012' })
  expect(await readIds(shop.db)).toEqual(before)
})

it('undoes what was deferred if the transaction fails for another reason', async () => {
  const before = await readIds(shop.db)
  const failing = inTransaction(shop.db, async (trx) => {
    await defer(trx, insert(trx, 'third'))
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(await readIds(shop.db)).toEqual(before)
})
