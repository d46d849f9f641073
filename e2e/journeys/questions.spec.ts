import {
  addTickets,
  enterAsGuest,
  expectOrder,
  goOn,
  payByCard,
  reserveBasket,
  said,
  typeAddress,
} from '#e2e/buyer.ts'
import { expect, step, test } from '#e2e/test.ts'

test('asks before payment, ticket by ticket and once for the basket [CONT-31, CONT-35, QUES-01..04, QUES-07..09, QUES-11..16, QUES-19, QUES-21]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Lantern Evening', { Adult: 2 }, 'Fri')
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await goOn(page)
  await expect(step(page, 'ticket_questions_before')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Ticket Questions' })).toBeVisible()
  const pills = page.getByRole('navigation', { name: 'Tickets with questions' }).getByRole('button')
  await expect(pills).toHaveCount(2)
  await expect(pills.first()).toHaveAttribute('aria-current', 'step')
  await goOn(page)
  await expect(said(page, 'Please enter your answer').first()).toBeVisible()
  const names = page.getByLabel('Name on the lantern *')
  await names.nth(0).fill('Mina')
  await names.nth(1).fill('Lucy')
  await goOn(page)
  await expect(pills.first()).toContainText('completed')
  await expect(page.getByRole('heading', { level: 2, name: 'Basket' })).toBeVisible()
  await page.getByLabel(/How did you hear about us/).selectOption('Poster')
  await goOn(page)
  await payByCard(page)
  await expectOrder(page)
})

test('asks after payment [CONT-38, CONT-44, QUES-13, QUES-17..19]', async ({ page, arrange }) => {
  await arrange({ shape: 'questions_after', state: 'payment' })
  await payByCard(page)
  await expect(step(page, 'ticket_questions_after')).toBeVisible({ timeout: 15_000 })
  const wetsuits = page.getByLabel(/Which wetsuit/)
  await wetsuits.nth(0).selectOption('Small')
  await wetsuits.nth(1).selectOption('Large')
  await goOn(page)
  await page.getByLabel('Name and number of somebody on land *').fill('Ada, 07700 900123')
  await page.getByLabel('You may take pictures of us').check()
  await goOn(page)
  await expectOrder(page)
})

test('shows the waiver and the organisers’ messages after a charity run [CONT-39, CONT-45, CONT-47, WAIV-01..07, MESG-01, MESG-03]', async ({
  page,
  context,
  arrange,
}) => {
  const { reference } = await arrange({ shape: 'waiver', state: 'delivery_address' })
  await typeAddress(page)
  await goOn(page)
  await payByCard(page)
  await expect(step(page, 'waiver')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Activity Terms and Conditions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share link' })).toBeVisible()
  const link = page.getByRole('link', { name: /activity-terms-and-conditions/ })
  const terms = context.waitForEvent('page')
  await link.click()
  await expect((await terms).getByText('I am fit to run or walk ten kilometres')).toBeVisible()
  expect(new URL((await terms).url()).pathname).toBe(`/activity-terms-and-conditions/${reference}/`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await goOn(page)
  await expect(step(page, 'after_sale_messages')).toBeVisible()
  await expect(said(page, 'Bring a head torch and arrive 30 minutes before the start.')).toBeVisible()
  await expect(said(page, 'Message from Open Door Shelter')).toBeVisible()
  await goOn(page)
  await expectOrder(page)
})
