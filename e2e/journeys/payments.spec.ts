import type { Page } from '@playwright/test'
import {
  approvePayment,
  cards,
  expectOrder,
  expectPlan,
  goOn,
  payAtBank,
  payButton,
  payByBank,
  payByCard,
  payByPlan,
  payByWallet,
  said,
  stopPayment,
} from '#e2e/buyer.ts'
import { test } from '#e2e/postgres-shop.ts'
import { expect, passShopTime, step, type Arrangement } from '#e2e/test.ts'

/** Each method in each case of docs/testing.md ends in one order, whose money, tickets and mails are read in the database. */

/** A method that charges a card: its basket, how to pay with a card, and the completed order. */
interface CardMethod {
  shape: Arrangement['shape']
  pay: (page: Page, number?: string) => Promise<void>
  expectEnd: (page: Page) => Promise<void>
}

const card: CardMethod = { shape: 'paid', pay: payByCard, expectEnd: expectOrder }
const square: CardMethod = { ...card, shape: 'square' }
const plan: CardMethod = { shape: 'plan', pay: payByPlan, expectEnd: expectPlan }
const wallet: CardMethod = { ...card, pay: payByWallet }

interface Case {
  title: string
  /** Leaves out methods for which a longer journey shows the same. */
  methods: Record<string, CardMethod>
  /** Pays, beginning at the payment step. */
  play: (page: Page, method: CardMethod) => Promise<void>
}

const cases: Case[] = [
  { title: 'charges once', methods: { card, Square: square }, play: (page, { pay }) => pay(page) },
  {
    title: 'charges once after a declined card [PAYM-48]',
    methods: { card, Square: square },
    async play(page, { pay }) {
      await pay(page, cards.declined)
      await expect(said(page, 'You have not been charged.').first()).toBeVisible()
      await pay(page)
    },
  },
  {
    title: "charges once after the buyer has stopped at the bank's check and later passed it [CONT-64]",
    methods: { card, Square: square, wallet },
    async play(page, { pay }) {
      await pay(page, cards.authenticates)
      await stopPayment(page)
      await pay(page, cards.authenticates)
      await approvePayment(page)
      await expect(page).toHaveURL('/checkout/')
    },
  },
  {
    title: 'sells the tickets although the hold expires while the payment is processed',
    methods: { card, Square: square, plan, wallet },
    async play(page, method) {
      await page.clock.install()
      await page.reload()
      await paySlowly(page, method)
      await passShopTime(page, 700)
      await page.clock.fastForward(700_000)
    },
  },
  {
    title: 'charges once if the page is reloaded while the payment is processed',
    methods: { card, Square: square, plan, wallet },
    async play(page, method) {
      await paySlowly(page, method)
      await page.reload()
      await expect(said(page, /We are checking your (?:last )?payment/).first()).toBeVisible()
      await passShopTime(page, 30)
    },
  },
  {
    title: 'charges once if the buyer pays in two tabs',
    methods: { card, Square: square, plan, wallet },
    async play(page, { pay, expectEnd }) {
      const other = await openTab(page)
      await pay(other)
      await expectEnd(other)
      await pay(page)
    },
  },
  {
    title: 'charges once if the reply to the charge is lost',
    methods: { card, plan, wallet },
    play: (page, { pay }) => pay(page, cards.losesReply),
  },
]

for (const { title, methods, play } of cases)
  for (const [name, method] of Object.entries(methods))
    test(`${name}: ${title}`, async ({ page, arrange, expectBooks }) => {
      await arrange({ shape: method.shape, state: 'payment' })
      await play(page, method)
      await method.expectEnd(page)
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

/** Each pays by bank, beginning at the payment step, up to the page that waits for the bank. */
const bankCases: Record<string, (page: Page) => Promise<unknown>> = {
  'takes one transfer': (page) => payAtBank(page, 'Pay'),
  'takes one transfer after another one was declined': (page) => payAfter(page, 'Let the bank decline'),
  'takes one transfer after another one was cancelled': (page) => payAfter(page, 'Cancel'),
  async 'sells the tickets although the hold expires at the bank'(page) {
    await openBank(page)
    await passShopTime(page, 700)
    await payAtOpenBank(page)
  },
  async 'takes one transfer if the page is reloaded while the bank takes its time'(page) {
    await payAtBank(page, 'Pay, and let the bank take 20 seconds')
    await page.reload()
    await expect(step(page, 'awaiting_truelayer')).toBeVisible()
    await passShopTime(page, 21)
  },
  async 'completes the order if the buyer never comes back from the bank, and opens the checkout later'(
    page,
  ) {
    await openBank(page)
    const reply = await page.request.post(page.url(), { form: { result: 'pay' }, maxRedirects: 0 })
    expect(reply.status()).toBe(303)
    await page.goto('/checkout/')
  },
}

for (const [title, play] of Object.entries(bankCases))
  test(`bank: ${title}`, async ({ page, arrange, expectBooks }) => {
    await arrange({ shape: 'bank', state: 'payment' })
    await play(page)
    await goOn(page)
    await expectOrder(page)
    await expectBooks(1)
  })

test('bank: takes one transfer while another tab waits for it', async ({ page, arrange, expectBooks }) => {
  await arrange({ shape: 'bank', state: 'payment' })
  await openBank(page)
  const other = await openTab(page)
  await expect(step(other, 'awaiting_truelayer')).toBeVisible()
  await payAtOpenBank(page)
  await goOn(page)
  await expectOrder(page)
  await other.reload()
  await expectOrder(other)
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

test('free: gives the tickets once in two tabs', async ({ page, arrange, expectBooks }) => {
  await arrange({ shape: 'free', state: 'marketing_preferences' })
  const other = await openTab(page)
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

/** Pays with a card whose payment the provider processes for twenty seconds. */
async function paySlowly(page: Page, { pay }: CardMethod) {
  await pay(page, cards.paysSlowly)
  await expect(said(page, 'We are checking your payment')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirming Payment' })).toBeVisible()
}

/** Opens the checkout in another tab. */
async function openTab(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/checkout/')
  return other
}

async function openBank(page: Page) {
  await payByBank(page)
  await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible()
}

const payAtOpenBank = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true }).click()

/** Pays by a second transfer after the first one has ended without a payment. */
async function payAfter(page: Page, ending: 'Let the bank decline' | 'Cancel') {
  await payAtBank(page, ending)
  await page.getByRole('button', { name: 'Try a different payment method' }).click()
  await payAtBank(page, 'Pay')
}
