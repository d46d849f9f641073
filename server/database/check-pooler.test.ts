import { createServer, type AddressInfo } from 'node:net'

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startPooler } from '#server/testing/pooler.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'

import { UnfitPooler } from './check-pooler.ts'
import { openDatabase } from './connect.ts'
import { defaultLimits } from './postgres-pool.ts'

let postgres: Postgres
/** The address for a user with time limits, as docs/operations.md tells for PgBouncer. */
let limited: URL

beforeAll(async () => {
  postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.databaseUrl })
  await client.connect()
  await client.query("create role shop superuser login password 'shop'")
  await client.query("alter role shop set lock_timeout = '3s'")
  await client.end()
  limited = new URL(postgres.databaseUrl)
  limited.username = limited.password = 'shop'
})
afterAll(() => postgres?.stop())

/** Opens a database as the shop does at its start, and closes it. */
async function open(databaseUrl: string, databaseLimits = defaultLimits): Promise<void> {
  const options = { databaseUrl, databaseLimits, dataDir: '', onConnectionLost: () => {} }
  const { close } = await openDatabase(options, async () => {})
  await close()
}

it('starts on PostgreSQL itself', async () => {
  await open(postgres.databaseUrl)
})

it('does not start behind a pooler that drops the time limits of connections, and says so [C14]', async () => {
  const opened = open(postgres.databaseUrl, { ...defaultLimits, lockSeconds: 0 })
  await expect(opened).rejects.toThrow(UnfitPooler)
  await expect(opened).rejects.toThrow('does not pass on time limits')
})

it.each([
  ['transaction', 'loses prepared statements between transactions'],
  ['statement', 'allows no transactions'],
] as const)('does not start behind a pooler in %s mode that %s, and says so', async (mode, problem) => {
  const pooler = await startPooler(limited.href, mode)
  const opened = open(pooler.databaseUrl)
  await expect(opened).rejects.toThrow(UnfitPooler)
  await expect(opened).rejects.toThrow(problem)
  await pooler.close()
})

it('does not start behind a pooler that rejects the settings of connections, and says so', async () => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter', '']
    .map((field) => `${field}\0`)
    .join('')
  const message = Buffer.alloc(5 + fields.length)
  message.write('E')
  message.writeInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  const server = createServer((socket) => socket.once('data', () => socket.end(message)))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const opened = open(`postgres://shop:shop@127.0.0.1:${port}/shop`)
  await expect(opened).rejects.toThrow('rejects the settings of connections')
  await new Promise((resolve) => server.close(resolve))
})
