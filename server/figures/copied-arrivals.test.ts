import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { connect, type Connection } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import * as baseline from '#server/database/migrations/001-baseline.ts'

import { findUnexpected } from './conformance.ts'
import { readWholeFunnel } from './funnel.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-arrivals-'))
let connection: Connection
beforeAll(async () => {
  connection = await connect({ dataDir, onConnectionLost: () => {} })
  await migrate(connection.db, { '001-baseline': baseline })
})
afterAll(async () => {
  await connection.close()
  rmSync(dataDir, { recursive: true })
})

it('the log begins with what the release before has counted', async () => {
  const { db } = connection
  const sale_id = '00000000-0000-4000-8000-000000000001'
  const arrival = (state: 'basket' | 'login' | 'reserve', event_id: string, minute: number) => {
    const at = new Date(Date.UTC(2026, 5, 1, 12, minute))
    return { sale_id, event_id, state, arrived_at: at, last_at: at }
  }
  await db
    .insertInto('step_arrivals')
    .values([
      arrival('login', 'one', 2),
      arrival('login', 'two', 2),
      arrival('reserve', 'one', 1),
      arrival('basket', '', 0),
    ])
    .execute()
  await migrate(db)
  const rows = await db
    .selectFrom('step_log')
    .select(['from_state', 'to_state', 'event_ids'])
    .orderBy('id')
    .execute()
  expect(
    rows.map(({ from_state, to_state, event_ids }) => [from_state, to_state, event_ids.toSorted()]),
  ).toEqual([
    [null, 'basket', []],
    ['basket', 'reserve', ['one']],
    ['reserve', 'login', ['one', 'two']],
  ])
  const counts = (await readWholeFunnel(db)).filter(({ reached }) => reached > 0)
  expect(counts.map(({ state, left }) => [state, left])).toEqual([
    ['determining', 0],
    ['basket', 0],
    ['reserve', 0],
    ['login', 1],
  ])
  expect(await findUnexpected(db, 9999)).toEqual([])
})
