import { addTickets, cards, enterAsGuest, expectOrder, payByCard, reserveBasket, said } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, passShopTime, step, test } from '#e2e/test.ts'

async function buy(page: Parameters<typeof addTickets>[0], codeFor: (email: string) => Promise<string>) {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  const email = await enterAsGuest(page, codeFor)
  await payByCard(page)
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await expectOrder(page)
  return email
}

test('sells tickets to a guest who pays by card [CONT-22, CONT-29, CONT-36, CONT-41, ACCT-10]', async ({
  page,
  codeFor,
}) => {
  const email = await buy(page, codeFor)
  await test.step('shows the completed order: reference, email and what was bought [DONE-05, DONE-06, DONE-12, DONE-26]', async () => {
    await expectScreen(page, 'order_completed')
    await expect(said(page, `A copy of your ticket wallet was sent to ${email}`)).toBeVisible()
  })
  await test.step('stays on one address [CONT-02]', () => expect(page).toHaveURL('/checkout/'))
  await test.step('opens the ticket wallet [DONE-19]', async () => {
    await page.getByRole('link', { name: 'Go to the ticket wallet' }).click()
    await expect(said(page, 'Late Film Club').first()).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'no-preference' },
  })

  test('sells the same tickets, and nothing is wider than the screen [SUMM-15]', async ({
    page,
    codeFor,
  }) => {
    await buy(page, codeFor)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test('accepts another card after one was declined, and keeps the input [PAYM-48]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'charity', state: 'payment' })
  await page.getByLabel('Contact number').fill('07700 900 456')
  await payByCard(page, cards.declined)
  await expect(said(page, 'Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Contact number')).toHaveValue('07700 900 456')
  await payByCard(page, cards.lacksFunds)
  await expect(said(page, 'Your card has insufficient funds.')).toBeVisible()
  await payByCard(page)
  await expectOrder(page)
})

test('sells although the hold expires after the first reply to the payment is lost [CONT-57, OPEN-47]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/502/)
  await page.clock.install()
  await arrange({ shape: 'paid', state: 'payment' })
  await page.route(
    '**/pay_with_card/',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502 })
    },
    { times: 1 },
  )
  await payByCard(page, cards.paysSlowly)
  await expect(said(page, 'We are checking your payment')).toBeVisible()
  await page.clock.fastForward(601_000)
  await expect(page.getByRole('timer')).toHaveText('Held while you pay')
  await expect(said(page, 'We are checking your payment')).toBeVisible()
  await passShopTime(page, 700)
  await expectOrder(page)
})

test('shows one step after the other from Pay to the completed order, and no placeholder between [CONT-01]', async ({
  page,
  arrange,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent ?? 'nothing'
      if (shown.at(-1) !== title) shown.push(title)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await arrange({ shape: 'paid', state: 'payment' })
  await page.evaluate(() => document.fonts.ready)
  await payByCard(page)
  await expectOrder(page)
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  const fromPay = shown.slice(shown.indexOf('Confirming Payment'))
  expect(fromPay).toEqual(['Confirming Payment', 'Payment', 'Order complete! Your tickets are on their way.'])
})
