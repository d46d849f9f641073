import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { pay, payer } from '#server/testing/payers.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'
import { runScript } from '#server/testing/run-script.ts'
import { sweep } from '#server/testing/sweep.ts'
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
const run = (...options: string[]) =>
  runScript('orders', options, { DATABASE_URL: postgres.databaseUrl, DATA_DIR: folder })
const orders = (...options: string[]) => run('--csv', ...options)

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

it('shows a refund, and makes it once when it is confirmed, even twice at the same time', async () => {
  const { visitor, sale } = await payer(shop)
  await pay(shop, visitor)
  const { id, order_reference } = await sale()
  const reference = order_reference ?? ''
  const refunds = () =>
    shop.db
      .selectFrom('payments')
      .select(['amount', 'status'])
      .where('sale_id', '=', id)
      .where('kind', '=', 'refund')
      .execute()
  const shown = await run('refund', reference.toLowerCase(), '--amount', '12.50')
  expect(shown).toMatchObject({ status: 0, errors: '' })
  expect(shown.output).toContain('Goes back: £12.50')
  expect(shown.output).toContain('Nothing was changed. To refund, add --confirm.')
  expect(await refunds()).toEqual([])

  const confirmed = await Promise.all([
    run('refund', reference, '--confirm'),
    run('refund', reference, '--confirm'),
  ])
  expect(confirmed.map(({ status }) => status)).toEqual([0, 0])
  await Promise.all([sweep(shop), sweep(shop)])
  expect(await refunds()).toEqual([{ amount: 2000, status: 'done' }])
  const again = await run('refund', reference, '--confirm')
  expect(again.output).toMatch(
    /^Requested on .*: £20\.00 at stripe, done\.\nFor another one, add --again\.\n$/,
  )
})

it.each([
  [['refund', 'ZZZZ2222'], 'There is no order "ZZZZ2222".'],
  [['refund', 'ZZZZ2222', '--amount', 'ten'], '--amount is "ten"; it must be an amount such as 12.50.'],
  [
    ['refund', 'ZZZZ2222', '--tickets', 'all'],
    '"all" is no number of a ticket: use those of the preview, such as --tickets 1,3.',
  ],
])('refuses %j and says why', async (options, message) => {
  const { status, errors } = await run(...options)
  expect([status, errors]).toEqual([1, `${message}\n`])
})
