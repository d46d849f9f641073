import { afterAll, beforeAll, expect, it } from 'vitest'

import { databaseImage } from '#server/testing/database-images.ts'

import { connect } from './connect.ts'
import { RowBusy } from './row-locks.ts'
import { Slots } from './slots.ts'
import { inTransaction, limitTransactions } from './transaction.ts'

let connection: Awaited<ReturnType<typeof connect>>
beforeAll(async () => {
  connection = await connect({ dataDir: await databaseImage('seeded'), onConnectionLost: () => {} })
})
afterAll(() => connection?.close())

it('does not send a transaction that has waited for a row to the end of the queue', async () => {
  const { db } = connection
  limitTransactions(db, new Slots(1))
  const ended: string[] = []
  let tries = 0
  const buyer = inTransaction(db, () => {
    if (++tries === 1) throw new RowBusy('pool lantern-evening')
    return Promise.resolve()
  }).then(() => ended.push('buyer'))
  const others = ['one', 'two', 'three'].map((name) =>
    inTransaction(db, () => Promise.resolve()).then(() => ended.push(name)),
  )
  await Promise.all([buyer, ...others])
  expect(ended).toEqual(['one', 'buyer', 'two', 'three'])
})
