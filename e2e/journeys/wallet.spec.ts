import type { Page } from '@playwright/test'
import {
  addTickets,
  cards,
  enterAsGuest,
  expectOrder,
  payButton,
  payByCard,
  reserveBasket,
  said,
  typeAccount,
} from '#e2e/buyer.ts'
import { readCheckout } from '#e2e/screens/wire.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { expect, step, test as base } from '#e2e/test.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { startPostgres } from '#server/testing/postgres.ts'

/** Starts a shop on PostgreSQL, where the test can read the books. */
const test = base.extend<object, { shop: Shop; db: Database }>({
  db: [
    async ({ browserName: _ }, use) => {
      const { databaseUrl, stop } = await startPostgres()
      const { db, close } = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
      address.set(db, databaseUrl)
      await use(db)
      await close()
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shop: [
    async ({ db }, use, { workerIndex }) => {
      const port = Number(process.env.E2E_PORT ?? 4400) + 60 + workerIndex
      const shop = new Shop(port, { DATABASE_URL: address.get(db) })
      await shop.start()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
})

const address = new WeakMap<Database, string>()

/** Reads what the order cost and brought: entries of the ledger, charges at the provider, tickets. */
async function booksOf(db: Database, reference: string) {
  const sale = await db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const ledger = await db.selectFrom('payments').select('kind').where('sale_id', '=', sale.id).execute()
  const tickets = await db.selectFrom('tickets').select('id').where('sale_id', '=', sale.id).execute()
  const intents = await db
    .selectFrom('sandbox_records')
    .select('data')
    .where('kind', '=', 'payment_intent')
    .execute()
  const charges = intents
    .map(({ data }) => data as { status: string; metadata: { reference: string } })
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.reference === reference)
  return { ledger: ledger.map(({ kind }) => kind), charges: charges.length, tickets: tickets.length }
}

const paidOnce = { ledger: ['charge'], charges: 1, tickets: 2 }
const paidNothing = { ledger: [], charges: 0, tickets: 0 }

const walletButton = (page: Page) => page.getByRole('button', { name: 'Sandbox wallet' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sandbox wallet' })
const confirmButton = (page: Page) =>
  sheet(page).getByRole('button', { name: /^Pay .* with the sandbox wallet$/ })

/** Opens the wallet's sheet and pays with one of its cards. */
async function payByWallet(page: Page, number = cards.pays) {
  await walletButton(page).click()
  await sheet(page).getByLabel('Card in the wallet').selectOption(number)
  await confirmButton(page).click()
}

test('sells tickets to a guest who pays with the wallet, whose sheet shows rows and total of the order summary', async ({
  page,
  codeFor,
  db,
}) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  const price = (await payButton(page).textContent())?.replace(/^Pay /, '').split(' ')[0] ?? ''
  await walletButton(page).click()
  await expect(sheet(page).getByText('Sandbox: no real money moves')).toBeVisible()
  await expect(sheet(page).getByText('Subtotal')).toBeVisible()
  await expect(sheet(page).getByRole('definition').last()).toHaveText(price || /£/)
  await confirmButton(page).click()
  await expectOrder(page)
  const { sale_reference } = await readCheckout(page)
  expect(await booksOf(db, sale_reference)).toEqual(paidOnce)
})

test('accepts a card after the wallet was declined, and charges once [PAYM-48]', async ({
  page,
  arrange,
  db,
}) => {
  const { reference } = await arrange({ shape: 'charity', state: 'payment' })
  await walletButton(page).click()
  await expect(page.getByRole('link', { name: 'Type a valid phone number' })).toBeVisible()
  await expect(sheet(page)).toBeHidden()
  await page.getByLabel('Contact number').fill('07700 900 456')
  await payByWallet(page, cards.declined)
  await expect(said(page, 'Your card was declined.')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('You have not been charged.')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByLabel('Contact number')).toHaveValue('07700 900 456')
  await payByCard(page)
  await expectOrder(page)
  expect(await booksOf(db, reference)).toEqual(paidOnce)
})

test('changes nothing when the sheet is closed, and takes the wallet later', async ({
  page,
  arrange,
  db,
}) => {
  const { reference } = await arrange({ shape: 'marketing', state: 'payment' })
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242')
  await walletButton(page).click()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(walletButton(page)).toBeFocused()
  await walletButton(page).click()
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242')
  expect(await booksOf(db, reference)).toEqual(paidNothing)
  await payByWallet(page)
  await expectOrder(page)
  expect(await booksOf(db, reference)).toEqual(paidOnce)
})

test("sells after the bank's check of the wallet's card [CONT-64]", async ({ page, arrange, db }) => {
  const { reference } = await arrange({ shape: 'paid', state: 'payment' })
  await payByWallet(page, cards.authenticates)
  await page.getByRole('button', { name: 'No, stop this payment' }).click()
  await expect(step(page, 'payment')).toBeVisible()
  await expect(said(page, /unable to authenticate your payment method/)).toBeVisible()
  await payByWallet(page, cards.authenticates)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await expectOrder(page)
  expect(await booksOf(db, reference)).toEqual(paidOnce)
})

test('sells once when the reply to a payment with the wallet is lost', async ({ page, arrange, db }) => {
  const { reference } = await arrange({ shape: 'paid', state: 'payment' })
  await payByWallet(page, cards.losesReply)
  await expectOrder(page)
  expect(await booksOf(db, reference)).toEqual(paidOnce)
})

test('sells in express checkout to a buyer who types name and email, and pays with the wallet', async ({
  page,
  arrange,
  db,
}) => {
  const { reference } = await arrange({ shape: 'express', state: 'payment' })
  await typeAccount(page)
  await payByWallet(page)
  await expectOrder(page)
  expect(await booksOf(db, reference)).toEqual(paidOnce)
})

test('shows no wallet on a device without one, nor where Square takes the payment', async ({
  page,
  arrange,
}) => {
  for (const shape of ['marketing', 'square'] as const) {
    await arrange({ shape, state: 'payment', wallet: shape === 'square' })
    await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
    await expect(walletButton(page)).toBeHidden()
    await expect(page.getByText('Or pay another way')).toBeHidden()
  }
  await payByCard(page)
  await expectOrder(page)
})
