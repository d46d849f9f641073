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
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'

test('asks before payment, ticket by ticket and once for the basket [CONT-31, CONT-35, QUES-12, QUES-25]', async ({
  page,
  codeFor,
}) => {
  await addTickets(page, 'Lantern Evening', { Adult: 2 }, 'Fri')
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await goOn(page)
  await expect(step(page, 'ticket_questions_before')).toBeVisible()
  const pills = page.getByRole('navigation', { name: 'Tickets with questions' }).getByRole('button')
  await test.step('shows a pill for each ticket and one for the basket [QUES-01..04, QUES-07]', async () => {
    await expectScreen(page, 'ticket_questions_before')
    await expect(pills).toHaveCount(2)
  })
  await test.step('asks for mandatory answers that are missing [QUES-14..16]', async () => {
    await goOn(page)
    await expect(said(page, 'Please enter your answer').first()).toBeVisible()
  })
  await test.step('opens the first incomplete pill and marks the complete one [QUES-08, QUES-09, QUES-11]', async () => {
    const names = page.getByLabel('Name on the lantern *')
    await names.nth(0).fill('Mina')
    await names.nth(1).fill('Lucy')
    const places = () => pills.evaluateAll((all) => all.map((pill) => (pill as HTMLElement).offsetLeft))
    const before = await places()
    await goOn(page)
    await expect(pills.first()).toContainText('completed')
    expect(await places(), 'the tick stands in place of the number').toEqual(before)
    await expect(page.getByRole('heading', { level: 2, name: 'About your order' })).toBeVisible()
  })
  await test.step('asks once for the basket, with a list to choose from [QUES-19, QUES-21]', () =>
    page.getByLabel(/How did you hear about us/).selectOption('Poster'))
  await goOn(page)
  await payByCard(page)
  await expectOrder(page)
})

test('asks after payment [CONT-38, CONT-44, QUES-17..19]', async ({ page, arrange }) => {
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

test('shows the waiver and the organisers’ messages after a charity run [CONT-39, CONT-45, CONT-47]', async ({
  page,
  context,
  arrange,
}) => {
  const { reference } = await arrange({ shape: 'waiver', state: 'delivery_address' })
  await typeAddress(page)
  await goOn(page)
  await payByCard(page)
  await expect(step(page, 'waiver')).toBeVisible({ timeout: 15_000 })
  await test.step('shows the waiver link, Copy, Share and Continue [WAIV-01, WAIV-02, WAIV-04..06]', () =>
    expectScreen(page, 'waiver'))
  const link = page.getByRole('link', { name: /^Read the terms/ })
  const terms = context.waitForEvent('page')
  await link.click()
  await expect((await terms).getByText('I am fit to run or walk ten kilometres')).toBeVisible()
  expect(new URL((await terms).url()).pathname).toBe(`/activity-terms-and-conditions/${reference}/`)
  await test.step('copies the link and confirms it [WAIV-07]', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
  })
  await goOn(page)
  await expect(step(page, 'after_sale_messages')).toBeVisible()
  await test.step('shows the message with organiser, event, date and time, and Continue [MESG-01..03]', async () => {
    await expectScreen(page, 'after_sale_messages')
    await expect(said(page, 'Bring a head torch and arrive 30 minutes before the start.')).toBeVisible()
    await expect(said(page, 'Message from Open Door Shelter')).toBeVisible()
  })
  await goOn(page)
  await expectOrder(page)
})
