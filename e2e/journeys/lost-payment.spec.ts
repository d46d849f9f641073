import type { Page } from '@playwright/test'
import {
  addTickets,
  cards,
  expectOrder,
  expectPlan,
  payButton,
  payByCard,
  payByPlan,
  reserveBasket,
  said,
  typeAccount,
  typeCard,
} from '#e2e/buyer.ts'
import { expect, test } from '#e2e/test.ts'

const calls = { card: 'pay_with_card', plan: 'pay_with_instalment' }

/**
 * Loses each payment on its way to the shop until `arrive` is called. `asked` lists what the page asks the shop from the
 * first payment on: the keys of payments as `key 1`, `key 2`, …, and the question for the payment's error.
 */
async function losePayments(page: Page, call: string) {
  const keys: string[] = []
  const asked: string[] = []
  let isLost = true
  await page.route('**/get_payment_error/', (route) => {
    if (keys.length > 0) asked.push('error')
    return route.fallback()
  })
  await page.route(`**/${call}/`, (route) => {
    const key = new URLSearchParams(route.request().postData() ?? '').get('attempt') ?? ''
    if (!keys.includes(key)) keys.push(key)
    asked.push(`key ${keys.indexOf(key) + 1}`)
    return isLost ? route.fulfill({ status: 502 }) : route.fallback()
  })
  return { asked, arrive: () => void (isLost = false) }
}

test('asks the shop after a reload before another payment is sent, and promises nothing about the lost one [OPEN-47]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/502/)
  await arrange({ shape: 'paid', state: 'payment' })
  const { asked, arrive } = await losePayments(page, calls.card)
  await payByCard(page)
  await expect.poll(() => asked.filter((one) => one === 'key 1').length, { timeout: 15_000 }).toBe(3)
  expect(asked.slice(-3)).toEqual(['key 1', 'key 1', 'key 1'])

  await page.reload()
  arrive()
  await payByCard(page, cards.declined)
  await expect(said(page, 'Your card was declined.')).toBeVisible()
  await expect(said(page, 'You have not been charged.')).toBeHidden()
  await payByCard(page)
  await expectOrder(page)
  const firstNew = asked.indexOf('key 2')
  expect(asked.slice(0, firstNew)).toContain('error')
  expect(asked.slice(firstNew)).toEqual(['key 2', 'key 3'])
})

test('sends a lost plan again only when the buyer does, with the same key, and asks about it after a reload [OPEN-47, INST-23]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/502/)
  await arrange({ shape: 'plan', state: 'payment' })
  const { asked, arrive } = await losePayments(page, calls.plan)
  await payByPlan(page)
  await expect(said(page, 'There was an error with your payment. Please try again.').first()).toBeVisible({
    timeout: 15_000,
  })
  expect(asked).toEqual(['key 1', 'error'])
  await page.getByRole('button', { name: 'Set up a payment plan' }).click()
  await payButton(page).click()
  await expect.poll(() => asked.slice(2, 3)).toEqual(['key 1'])

  await page.reload()
  arrive()
  await payByPlan(page)
  await expectPlan(page)
  expect(asked.at(-1)).toBe('key 2')
  expect(asked.slice(3, -1)).toContain('error')
})

test('sends a payment that could not be started again with the same key, right after the first reservation in express [OPEN-47]', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/503/)
  const keys: (string | null)[] = []
  await page.route('**/pay_with_card/', (route) => {
    keys.push(new URLSearchParams(route.request().postData() ?? '').get('attempt'))
    return keys.length > 1
      ? route.fallback()
      : route.fulfill({ status: 503, json: { message: 'Please try again in a moment' } })
  })
  await addTickets(page, 'Rooftop Sessions', { 'Any time': 1 })
  await reserveBasket(page)
  await typeAccount(page)
  await page.getByLabel('Postcode or zip code').fill('M2 1HL')
  await typeCard(page)
  await payButton(page).click()
  await expect(said(page, 'Please try again in a moment')).toBeVisible()
  await payButton(page).click()
  await expectOrder(page)
  expect(keys).toEqual([keys[0], keys[0]])
})
