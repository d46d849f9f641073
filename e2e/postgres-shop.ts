import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { connect, type Database } from '#server/database/connect.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { findBookErrors, findProviderRecords, readMoney } from '#server/testing/books.ts'
import { readCheckout } from '#e2e/screens/wire.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { expect, test as base } from './test.ts'

interface Postgres {
  databaseUrl: string
  db: Database
}

interface Fixtures {
  /** Expects that the order was paid by that many charges, with tickets and each mail once and nothing left open. */
  expectBooks: (charges: number, reference?: string) => Promise<void>
  /** Expects that nothing was charged for an order yet, and that it has no tickets. */
  expectUnpaid: (reference: string) => Promise<void>
  /** Reads the subjects of mails and the texts of SMS to these addresses and numbers, oldest first. */
  messagesTo: (...addresses: string[]) => Promise<string[]>
  /** Moves the shop's clock by days, and restarts the shop, which then does its daily work at once; the test moves back. */
  passDays: (days: number) => Promise<void>
  /** Counts the days until an instalment of an order is due; the first is due at once. */
  daysTo: (reference: string, number: number) => Promise<number>
}

/** Reads the secret reference of the page's completed order. */
export async function referenceOf(page: Page): Promise<string> {
  await expect(page.getByText(/Your reference is [A-Z0-9]{8}$/)).toBeVisible()
  return (await readCheckout(page)).sale_reference
}

/** Starts a shop on PostgreSQL instead of PGlite, whose books a test can read. */
export const test = base.extend<Fixtures, { postgres: Postgres; shop: Shop }>({
  postgres: [
    async ({ browserName: _ }, use) => {
      const { databaseUrl, stop } = await startPostgres()
      const { db, close } = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
      await use({ databaseUrl, db })
      await close()
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  shop: [
    async ({ postgres }, use, { workerIndex }) => {
      const port = Number(process.env.E2E_PORT ?? 4400) + 90 + workerIndex
      const shop = new Shop(port, { DATABASE_URL: postgres.databaseUrl })
      await shop.start()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  expectBooks: async ({ page, postgres: { db } }, use) => {
    await use(async (charges, known) => {
      const reference = known ?? (await referenceOf(page))
      const sale = await findSale(db, reference)
      expect(sale.paid_at).not.toBeNull()
      // A job refunds within half a minute.
      await expect.poll(() => findBookErrors(db, sale.id), { timeout: 40_000 }).toEqual([])
      const money = readMoney(await findProviderRecords(db, sale.id))
      expect(money.charges).toHaveLength(charges)
    })
  },

  expectUnpaid: async ({ postgres: { db } }, use) => {
    await use(async (reference) => {
      const { id } = await findSale(db, reference)
      const rowsOf = (table: 'payments' | 'tickets') =>
        db.selectFrom(table).select('id').where('sale_id', '=', id).execute()
      expect(await rowsOf('payments')).toEqual([])
      expect(await rowsOf('tickets')).toEqual([])
      expect(readMoney(await findProviderRecords(db, id)).charges).toEqual([])
    })
  },

  messagesTo: async ({ postgres: { db } }, use) => {
    await use(async (...addresses) => {
      const sent = await db
        .selectFrom('outbox')
        .select(sql<string>`coalesce(payload->>'subject', payload->>'text')`.as('words'))
        .where(sql<string>`payload->>'to'`, 'in', addresses)
        .orderBy('created_at')
        .execute()
      return sent.map(({ words }) => words)
    })
  },

  daysTo: async ({ postgres: { db } }, use) => {
    await use(async (reference, number) => {
      const { id } = await findSale(db, reference)
      const { seconds } = await db
        .selectFrom('instalments')
        .select(sql<number>`extract(epoch from due_at - shop_now())::float8`.as('seconds'))
        .where('sale_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      return seconds / (24 * 60 * 60)
    })
  },

  passDays: async ({ page, shop, postgres: { db } }, use) => {
    let passed = 0
    await use(async (days) => {
      await page.goto('about:blank')
      const seconds = Math.round(days * 24 * 60 * 60)
      passed += seconds
      await moveShopTime(db, seconds)
      await shop.kill()
      await shop.start()
    })
    await moveShopTime(db, -passed)
  },
})

const findSale = (db: Database, reference: string) =>
  db
    .selectFrom('sales')
    .select(['id', 'paid_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
