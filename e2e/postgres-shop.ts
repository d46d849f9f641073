import { connect, type Database } from '#server/database/connect.ts'
import { findBookErrors, findProviderRecords, readMoney } from '#server/testing/books.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { expect, test as base } from './test.ts'

interface Postgres {
  databaseUrl: string
  db: Database
}

interface Fixtures {
  /** Expects that the order on the page was paid by that many charges, with tickets and each mail once and nothing left open. */
  expectBooks: (charges: number) => Promise<void>
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
    await use(async (charges) => {
      const text = await page.getByText(/Your reference is [A-Z0-9]+/).innerText()
      const reference = text.split(' ').at(-1)?.replace(/\W/, '') ?? ''
      const sale = await db
        .selectFrom('sales')
        .select(['id', 'paid_at'])
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow()
      expect(sale.paid_at).not.toBeNull()
      // A job refunds within half a minute.
      await expect.poll(() => findBookErrors(db, sale.id), { timeout: 40_000 }).toEqual([])
      const money = readMoney(await findProviderRecords(db, sale.id))
      expect(money.charges).toHaveLength(charges)
    })
  },
})
