import {
  addTickets,
  cards,
  continueButton,
  enterAsGuest,
  expectOrder,
  goOn,
  payByCard,
  reserveBasket,
  said,
} from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'
import { Shop } from '#server/testing/running-shop.ts'

/** A shop of its own for each test, in which one address may hold two tickets, and have one card declined, without a captcha. */
const testWithLowLimits = test.extend<{ ownShop: Shop }>({
  ownShop: async ({ browserName: _ }, use, { workerIndex }) => {
    const port = Number(process.env.E2E_PORT ?? 4400) + 60 + workerIndex
    const shop = new Shop(port, { HELD_PLACES_WITHOUT_CAPTCHA: '2', DECLINES_WITHOUT_CAPTCHA: '1' })
    await shop.start()
    await use(shop)
    await shop.stop()
  },
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
})

test('asks for a captcha before tickets in demand are reserved [CAPT-11, RESV-11]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Northern Lights', { Standing: 1 }, 'Sat')
  await reserveBasket(page)
  await expect(step(page, 'captcha')).toBeVisible()
  await test.step('shows the order and the challenge under the title Checkout [CAPT-01..03]', () =>
    expectScreen(page, 'captcha'))
  const next = continueButton(page)
  await test.step('enables Continue once the captcha passes [CAPT-05..07]', async () => {
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('I am human (sandbox)').check()
    await expect(next).not.toHaveAttribute('aria-disabled')
  })
  await goOn(page)
  await enterAsGuest(page, codeFor)
  await expect(step(page, 'payment')).toBeVisible()
})

testWithLowLimits(
  'shows the captcha again after a reload when it is asked for because of held tickets [CAPT-11] [S11]',
  async ({ page, codeFor }) => {
    testWithLowLimits.slow()
    await addTickets(page, 'Late Film Club', { 'Any seat': 3 })
    await reserveBasket(page)
    const person = page.getByLabel('I am human (sandbox)')
    await expect(person).toBeVisible()
    await page.reload()
    await expect(step(page, 'captcha')).toBeVisible()
    await expect(person).toBeVisible()
    await person.check()
    await goOn(page)
    await enterAsGuest(page, codeFor)
    await expect(step(page, 'payment')).toBeVisible()
  },
)

testWithLowLimits(
  'asks for a captcha before another card after too many declined ones, keeps the tickets, and sells them [CAPT-11]',
  async ({ page, codeFor }) => {
    testWithLowLimits.slow()
    await addTickets(page, 'Late Film Club', { 'Any seat': 1 })
    await reserveBasket(page)
    await enterAsGuest(page, codeFor)
    await payByCard(page, cards.declined)
    await expect(said(page, 'Your card was declined.')).toBeVisible()
    await payByCard(page)
    await expect(step(page, 'captcha')).toBeVisible()
    await page.getByLabel('I am human (sandbox)').check()
    await goOn(page)
    await payByCard(page)
    await expectOrder(page)
  },
)
