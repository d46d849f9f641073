import type { Page } from '@playwright/test'
import { cards, expectOrder, goOn, payAtBank, payButton, payByBank, payByCard, said } from '#e2e/buyer.ts'
import { test } from '#e2e/postgres-shop.ts'
import { expect, passShopTime, step, type Arrangement } from '#e2e/test.ts'

/** Each method in each case of docs/testing.md ends in one order, whose money, tickets and mails are read in the database. */

const cardMethods: Record<string, Arrangement['shape']> = { card: 'paid', Square: 'square' }

const tryAgain = 'You have not been charged.'

for (const [method, shape] of Object.entries(cardMethods)) {
  test(`${method}: charges once`, async ({ page, arrange, expectBooks }) => {
    await arrange({ shape, state: 'payment' })
    await payByCard(page)
    await expectOrder(page)
    await expectBooks(1)
  })

  test(`${method}: charges once after a declined card`, async ({ page, arrange, expectBooks }) => {
    await arrange({ shape, state: 'payment' })
    await payByCard(page, cards.declined)
    await expect(said(page, tryAgain).first()).toBeVisible()
    await payByCard(page)
    await expectOrder(page)
    await expectBooks(1)
  })

  test(`${method}: charges once after the bank's check`, async ({ page, arrange, expectBooks }) => {
    await arrange({ shape, state: 'payment' })
    await payByCard(page, cards.authenticates)
    await page.getByRole('button', { name: 'Yes, it is me' }).click()
    await expectOrder(page)
    await expectBooks(1)
  })

  test(`${method}: charges once after the buyer has stopped at the bank's check`, async ({
    page,
    arrange,
    expectBooks,
  }) => {
    await arrange({ shape, state: 'payment' })
    await payByCard(page, cards.authenticates)
    await page.getByRole('button', { name: 'No, stop this payment' }).click()
    await expect(step(page, 'payment')).toBeVisible()
    await payByCard(page)
    await expectOrder(page)
    await expectBooks(1)
  })

  test(`${method}: sells the tickets although the hold expires while the payment is processed`, async ({
    page,
    arrange,
    expectBooks,
  }) => {
    await page.clock.install()
    await arrange({ shape, state: 'payment' })
    await payByCard(page, cards.paysSlowly)
    await expect(said(page, 'We are checking your payment')).toBeVisible()
    await passShopTime(page, 700)
    await page.clock.fastForward(700_000)
    await expectOrder(page)
    await expectBooks(1)
  })

  test(`${method}: charges once if the page is reloaded while the payment is processed`, async ({
    page,
    arrange,
    expectBooks,
  }) => {
    await arrange({ shape, state: 'payment' })
    await payByCard(page, cards.paysSlowly)
    await expect(said(page, 'We are checking your payment')).toBeVisible()
    await page.reload()
    await expect(said(page, /We are checking your (?:last )?payment/).first()).toBeVisible()
    await passShopTime(page, 30)
    await expectOrder(page)
    await expectBooks(1)
  })

  test(`${method}: charges once if the buyer pays in two tabs`, async ({
    page,
    context,
    arrange,
    expectBooks,
  }) => {
    await arrange({ shape, state: 'payment' })
    const other = await context.newPage()
    await other.goto('/checkout/')
    await payByCard(other)
    await expectOrder(other)
    await payByCard(page)
    await expectOrder(page)
    await expectBooks(1)
  })
}

test('card: charges once if the reply to the charge is lost', async ({ page, arrange, expectBooks }) => {
  await arrange({ shape: 'paid', state: 'payment' })
  await payByCard(page, cards.losesReply)
  await expectOrder(page)
  await expectBooks(1)
})

test('Square: charges once if the reply to the charge is lost, and the buyer pays again', async ({
  page,
  arrange,
  expectBooks,
  expectComplaint,
}) => {
  expectComplaint(/503.*pay_with_square/)
  await arrange({ shape: 'square', state: 'payment' })
  await payByCard(page, cards.losesReply)
  await expect(said(page, 'The payment provider is not responding.').first()).toBeVisible()
  await payButton(page).click()
  await expectOrder(page)
  await expectBooks(1)
})

const tryAnother = (page: Page) =>
  page.getByRole('button', { name: 'Try a different payment method' }).click()

test('bank: takes one transfer', async ({ page, arrange, expectBooks }) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payAtBank(page, 'Pay')
  await goOn(page)
  await expectOrder(page)
  await expectBooks(1)
})

for (const [ending, button] of [
  ['declined', 'Let the bank decline'],
  ['cancelled', 'Cancel'],
] as const)
  test(`bank: takes one transfer after another one was ${ending}`, async ({ page, arrange, expectBooks }) => {
    await arrange({ shape: 'bank', state: 'payment' })
    await payAtBank(page, button)
    await tryAnother(page)
    await payAtBank(page, 'Pay')
    await goOn(page)
    await expectOrder(page)
    await expectBooks(1)
  })

test('bank: sells the tickets although the hold expires at the bank', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payByBank(page)
  await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible()
  await passShopTime(page, 700)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await goOn(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('bank: takes one transfer if the page is reloaded while the bank takes its time', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'bank', state: 'awaiting_truelayer', bank: 'pay_slowly' })
  await expect(step(page, 'awaiting_truelayer')).toBeVisible()
  await page.reload()
  await expect(step(page, 'awaiting_truelayer')).toBeVisible()
  await passShopTime(page, 21)
  await goOn(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('bank: takes one transfer while another tab waits for it', async ({
  page,
  context,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payByBank(page)
  await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/checkout/')
  await expect(step(other, 'awaiting_truelayer')).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await goOn(page)
  await expectOrder(page)
  await other.reload()
  await expectOrder(other)
  await expectBooks(1)
})

test('bank: completes the order if the buyer never comes back from the bank, and opens the checkout later', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await payByBank(page)
  // The bank's page, whose address is needed.
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  const reply = await page.request.post(page.url(), { form: { result: 'pay' }, maxRedirects: 0 })
  expect(reply.status()).toBe(303)
  await page.goto('/checkout/')
  await goOn(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('free: gives the tickets once', async ({ page, arrange, expectBooks }) => {
  await arrange({ shape: 'free', state: 'payment' })
  await expectOrder(page)
  await expectBooks(0)
})

test('free: gives the tickets once if the page is reloaded before the reply', async ({
  page,
  arrange,
  expectBooks,
}) => {
  const isClaimed = Promise.withResolvers<void>()
  await page.route(
    '**/claim_free_tickets/',
    async (route) => {
      await route.fetch()
      isClaimed.resolve()
    },
    { times: 1 },
  )
  await arrange({ shape: 'free', state: 'payment' })
  await isClaimed.promise
  await page.reload()
  await expectOrder(page)
  await expectBooks(0)
})

test('free: gives the tickets once in two tabs', async ({ page, context, arrange, expectBooks }) => {
  await arrange({ shape: 'free', state: 'marketing_preferences' })
  const other = await context.newPage()
  await other.goto('/checkout/')
  await goOn(page)
  await expectOrder(page)
  await other.reload()
  await expectOrder(other)
  await expectBooks(0)
})

test('free: gives the tickets once if the reply is lost', async ({
  page,
  arrange,
  expectBooks,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONNECTION_RESET/)
  await page.route(
    '**/claim_free_tickets/',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await arrange({ shape: 'free', state: 'payment' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectOrder(page)
  await expectBooks(0)
})
