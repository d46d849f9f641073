import type { Locator, Page } from '@playwright/test'
import {
  addTickets,
  cards,
  confirmWallet,
  enterAsGuest,
  expectOrder,
  payButton,
  payByCard,
  payByWallet,
  reserveBasket,
  said,
  typeAccount,
  walletButton,
  walletSheet,
} from '#e2e/buyer.ts'
import { test } from '#e2e/postgres-shop.ts'
import { expect, step, type Arrangement } from '#e2e/test.ts'

/** Wallets, beside what payments.spec.ts shows of them; the books are read in the database. */

test('sells tickets to a guest who pays with the wallet, whose sheet shows rows and total of the order summary', async ({
  page,
  codeFor,
  expectBooks,
}) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  const price = (await payButton(page).textContent())?.replace(/^Pay /, '').split(' ')[0] ?? ''
  await walletButton(page).click()
  await expect(walletSheet(page).getByText('Sandbox: no real money moves')).toBeVisible()
  await expect(walletSheet(page).getByText('Subtotal')).toBeVisible()
  await expect(walletSheet(page).getByRole('definition').last()).toHaveText(price || /£/)
  await confirmWallet(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('accepts a card after the wallet was declined, and charges once [PAYM-48]', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'charity', state: 'payment' })
  await walletButton(page).click()
  await expect(page.getByRole('link', { name: 'Type a valid phone number' })).toBeVisible()
  await expect(walletSheet(page)).toBeHidden()
  await page.getByLabel('Contact number').fill('07700 900 456')
  await payByWallet(page, cards.declined)
  await expect(said(page, 'Your card was declined.')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('You have not been charged.')
  await expect(walletSheet(page)).toBeHidden()
  await expect(page.getByLabel('Contact number')).toHaveValue('07700 900 456')
  await payByCard(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('opens one sheet when the wallet is pressed twice at once, and is done when that is paid', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'marketing', state: 'payment' })
  await walletButton(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(walletSheet(page)).toHaveCount(1)
  await confirmWallet(page)
  await expectOrder(page)
  await expect(walletSheet(page)).toHaveCount(0)
})

test('changes nothing when the sheet is closed, and takes the wallet later', async ({
  page,
  arrange,
  expectBooks,
  expectUnpaid,
}) => {
  const { reference } = await arrange({ shape: 'marketing', state: 'payment' })
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242')
  await walletButton(page).click()
  await page.keyboard.press('Escape')
  await expect(walletSheet(page)).toBeHidden()
  await expect(walletButton(page)).toBeFocused()
  await walletButton(page).click()
  await walletSheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242')
  await expectUnpaid(reference)
  await payByWallet(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('sells in express checkout to a buyer who types name and email, and pays with the wallet', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'express', state: 'payment' })
  // Above fields that are in use it would not appear
  await expect(walletButton(page)).toBeVisible()
  await typeAccount(page)
  await payByWallet(page)
  await expectOrder(page)
  await expectBooks(1)
})

test('sells in express checkout to a buyer who types nothing, as the wallet tells name and email [PAYM-62]', async ({
  page,
  arrange,
  expectBooks,
}) => {
  await arrange({ shape: 'express', state: 'payment' })
  await expect(page.getByText('Or pay by card')).toBeVisible()
  await payByWallet(page)
  await expectOrder(page)
  await expect(page.getByText('wallet@example.com').first()).toBeVisible()
  await expectBooks(1)
})

const plan = (page: Page) => page.getByRole('button', { name: 'Set up a payment plan' })
const centre = async (control: Locator) => {
  const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Opens the payment, whose `wallet` is not known yet; returns a function that has it found, or missed. */
async function openBeforeWallet(
  page: Page,
  arrange: (arrangement: Arrangement) => Promise<unknown>,
  wallet = true,
) {
  let load = () => {}
  const isWanted = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/sandbox/stripe.js', async (route) => {
    await isWanted
    await route.continue()
  })
  await arrange({ shape: 'plan', state: 'payment', wallet })
  return async () => {
    load()
    if (wallet) await expect(page.locator('button', { hasText: 'Sandbox wallet' })).toBeAttached()
    await expect(step(page, 'payment')).toHaveAttribute('data-substate', 'choosing')
  }
}

test('keeps the room of a wallet from the start, so that it moves no method when it is found late', async ({
  page,
  arrange,
}) => {
  const findWallet = await openBeforeWallet(page, arrange)
  const place = await plan(page).boundingBox()
  await expect(walletButton(page)).toBeHidden()
  await findWallet()
  await expect(walletButton(page)).toBeVisible()
  expect(await plan(page).boundingBox()).toEqual(place)
})

test('gives the room back once there is no wallet, but moves no method that a mouse points at, or is on its way to', async ({
  page,
  arrange,
}) => {
  const missWallet = await openBeforeWallet(page, arrange, false)
  const before = await plan(page).boundingBox()
  await plan(page).hover()
  await missWallet()
  const card = await centre(page.getByRole('button', { name: 'Credit or Debit Card' }))
  await page.mouse.move(card.x, card.y, { steps: 15 })
  expect(await plan(page).boundingBox()).toEqual(before)

  await page.mouse.move(1, 1)
  await expect.poll(async () => (await plan(page).boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 60)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('chooses the method that the finger is on, although a wallet is found before it is lifted', async ({
    page,
    arrange,
  }) => {
    const findWallet = await openBeforeWallet(page, arrange)
    await plan(page).scrollIntoViewIfNeeded()
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [await centre(plan(page))],
    })
    await findWallet()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(plan(page)).toHaveAttribute('aria-pressed', 'true')
  })
})

test('shows no wallet on a device without one, nor where Square takes the payment', async ({
  page,
  arrange,
}) => {
  for (const shape of ['marketing', 'square'] as const) {
    await arrange({ shape, state: 'payment', wallet: shape === 'square' })
    await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
    await expect(walletButton(page)).toBeHidden()
    await expect(page.getByText(/^Or pay /)).toBeHidden()
  }
  await payByCard(page)
  await expectOrder(page)
})
