import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { pay, payer } from '#server/testing/payers.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'
import { runScript } from '#server/testing/run-script.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-orders-'))
let postgres: Postgres
let shop: TestShop

beforeAll(async () => {
  postgres = await startPostgres()
  shop = await createTestShop({ databaseUrl: postgres.databaseUrl })
}, 60_000)
afterAll(async () => {
  await shop?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run orders` on the running shop's database. */
const orders = (...options: string[]) =>
  runScript('orders', ['--csv', ...options], { DATABASE_URL: postgres.databaseUrl, DATA_DIR: folder })

it('exports orders and attendees of a shop that is selling, to files that only their owner may read', async () => {
  const { visitor, event } = await payer(shop)
  await pay(shop, visitor)

  const printed = await orders()
  expect(printed).toMatchObject({ status: 0, errors: '' })
  const [headings = '', order = '', ...rest] = printed.output.split('\r\n')
  expect(headings).toMatch(/^order,paid at,/)
  expect(order).toContain(`Ada Lovelace,${event.id}@example.com`)
  expect(order).toContain('20.00')
  expect(rest).toEqual([''])

  const file = join(folder, 'door.csv')
  expect(await orders('--attendees', '--bom', '--date', event.id, '--out', file)).toMatchObject({ status: 0 })
  const text = readFileSync(file, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.split('\r\n').filter((line) => line.includes('Ada Lovelace'))).toHaveLength(2)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('names an event that does not exist, and writes nothing', async () => {
  const file = join(folder, 'none.csv')
  const { status, errors } = await orders('--event', 'nothing', '--out', file)
  expect([status, errors]).toEqual([1, 'There is no event "nothing".\n'])
  expect(() => statSync(file)).toThrow('ENOENT')
})
