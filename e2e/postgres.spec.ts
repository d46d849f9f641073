import { addTickets, enterAsGuest, expectOrder, payByCard, reserveBasket } from '#e2e/buyer.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { expect, step, test as base } from '#e2e/test.ts'
import { startPostgres } from '#server/testing/postgres.ts'

/** Starts a shop on PostgreSQL instead of PGlite. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const { databaseUrl, stop } = await startPostgres()
      const shop = new Shop(4490, { DATABASE_URL: databaseUrl })
      await shop.start()
      await use(shop)
      await shop.stop()
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('sells tickets to a guest who pays by card, on PostgreSQL', async ({ page, codeFor }) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await payByCard(page)
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await expectOrder(page)
})
