import { addTickets, enterAsGuest, expectOrder, payByCard, reserveBasket } from '#e2e/buyer.ts'
import { test } from '#e2e/postgres-shop.ts'
import { add, friday, listRow, open, rows, said } from '#e2e/seat-buyer.ts'
import { expect, step } from '#e2e/test.ts'
import { Shop } from '#server/testing/running-shop.ts'

test('sells tickets to a guest who pays by card, on PostgreSQL', async ({ page, codeFor, expectBooks }) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await payByCard(page)
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await expectOrder(page)
  await expectBooks(1)
})

test('gives a seat to one of two people who choose it in two shop processes, and tells the other at once [C5]', async ({
  page,
  browser,
  postgres: { databaseUrl, db },
}, { workerIndex }) => {
  const port = Number(process.env.E2E_PORT ?? 4400) + 180 + workerIndex
  const second = new Shop(port, { DATABASE_URL: databaseUrl })
  await second.start()
  const context = await browser.newContext({
    baseURL: second.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  try {
    const pages = [page, await context.newPage()]
    const buttons = await Promise.all(
      pages.map(async (one) => {
        await open(one, friday)
        return (await listRow(one, 'Stalls', 'F')).filter({ hasText: 'Stalls, row F, seat 4,' })
      }),
    )
    await Promise.all(buttons.map((button) => button.click()))
    const isTold = (one: typeof page) =>
      said(one, /Sorry, Stalls, row F, seat 4 has just been taken/).isVisible()
    const told = () => Promise.all(pages.map(isTold))
    await expect.poll(async () => (await told()).sort()).toEqual([false, true])
    const [owner = page, other = page] = (await isTold(page)) ? pages.toReversed() : pages
    await expect(rows(owner)).toHaveCount(1)
    await expect(rows(other)).toHaveCount(0)
    await expect(add(other)).toBeHidden()
    await add(owner).click()
    await expect(step(owner, 'basket')).toBeVisible()
    await expect(owner.getByRole('main')).toContainText('Stalls, row F, seat 4')

    await other.reload()
    const row = await listRow(other, 'Stalls', 'F')
    await expect(row.filter({ hasText: 'Stalls, row F, seat 5,' })).toBeVisible()
    // At once: the page reads the list again after a while.
    expect(await row.allTextContents()).not.toContainEqual(expect.stringContaining('Stalls, row F, seat 4,'))
    const claims = () =>
      db
        .selectFrom('seat_claims')
        .select('status')
        .where('event_date_id', '=', 'the-tempest-friday')
        .where('label', '=', 'Stalls-F-4')
        .execute()
    expect(await claims()).toEqual([{ status: 'held' }])
  } finally {
    await context.close()
    await second.stop()
  }
})
