import { expect, test as base } from '@playwright/test'
import { enterAsGuest, expectOrder, reserveBasket, said } from './buyer.ts'
import { OwnBackEnd } from './own-back-end.ts'
import { step } from './test.ts'

const test = base.extend<{ asked: string[] }, { backEnd: OwnBackEnd }>({
  backEnd: [
    async ({}, use, { workerIndex }) => {
      const backEnd = new OwnBackEnd(Number(process.env.E2E_PORT ?? 4400) + 80 + 2 * workerIndex)
      await backEnd.start()
      await use(backEnd)
      await backEnd.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ backEnd }, use) => use(backEnd.url),
  /** Addresses that the page has asked. */
  asked: async ({ page }, use) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await use(asked)
  },
})

// It needs nginx and Python, so it is run by `npm run own-back-end`.
if (process.env.E2E_OWN_BACK_END) {
  test('a guest buys tickets from a back-end that speaks only the documented calls', async ({
    page,
    backEnd,
    asked,
  }) => {
    const problems: string[] = []
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.goto('/')
    await page.getByLabel('Adult').fill('2')
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await expect(step(page, 'basket')).toBeVisible()
    await expect(said(page, 'Songs on the Quay').first()).toBeVisible()
    await reserveBasket(page)
    await enterAsGuest(page, async (email) => backEnd.codeFor(email))
    await expect(step(page, 'payment')).toBeVisible()
    await page.getByRole('button', { name: 'Instant Bank Transfer' }).click()
    await page.getByRole('button', { name: /^Pay £37\.00 with your bank$/ }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expectOrder(page)
    await test.step('with the settings of its #config block', () =>
      expect(page.getByRole('link', { name: 'Quay Tickets' })).toBeVisible())
    await test.step('and asks no other host', () =>
      expect(asked.filter((address) => !address.startsWith(backEnd.url))).toEqual([]))
    await test.step('and complains about nothing', () => expect(problems).toEqual([]))
  })
}
