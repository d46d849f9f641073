import type { Page } from '@playwright/test'
import {
  addTickets,
  askForCode,
  enterAsGuest,
  expectOrder,
  goOn,
  newEmail,
  payByCard,
  proveEmail,
  reserveBasket,
  said,
  typeAddress,
} from '#e2e/buyer.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import { expect, step, test } from '#e2e/test.ts'

const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })
const lantern = (page: Page) => page.getByLabel('Name on the lantern *')

/** Buys up to the payment: with an address, and questions of a ticket and of the order. */
async function comeToPayment(page: Page, codeFor: (email: string) => Promise<string>) {
  await addTickets(page, 'Lantern Evening', { Adult: 1 }, 'Fri')
  await addTickets(page, 'Midwinter Strings', { 'Signed programme by post': 1, Gallery: 1 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await page.getByRole('checkbox').first().check()
  await goOn(page)
  await expect(step(page, 'delivery_address')).toBeVisible()
  await typeAddress(page)
  await goOn(page)
  await expect(step(page, 'ticket_questions_before')).toBeVisible()
  await lantern(page).fill('Grace')
  await goOn(page)
  await page.getByLabel(/How did you hear about us/).selectOption('Poster')
  await goOn(page)
  await expect(step(page, 'payment')).toBeVisible()
}

test('goes back step by step, on the page and in the browser, keeps what was typed, and pays in the end [CONT-50]', async ({
  page,
  codeFor,
}) => {
  const reported: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/update_basket_state/'))
      reported.push(new URLSearchParams(request.postData() ?? '').get('state') ?? '')
  })
  await comeToPayment(page, codeFor)

  await back(page).click()
  await expect(step(page, 'ticket_questions_before')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(lantern(page)).toHaveValue('Grace')
  await expectAccessible(page)
  await lantern(page).fill('Grace and Ada')

  await page.goBack()
  await expect(step(page, 'delivery_address')).toBeVisible()
  await expect(page.getByLabel('Address line 1')).toHaveValue('7 Compiler Lane')
  await page.goBack()
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await page.goForward()
  await expect(step(page, 'marketing_preferences')).toBeVisible()
  await expect
    .poll(() => reported.slice(-3))
    .toEqual(['ticket_questions_before', 'delivery_address', 'marketing_preferences'])

  await goOn(page)
  await expect(step(page, 'delivery_address')).toBeVisible()
  await goOn(page)
  await expect(step(page, 'ticket_questions_before')).toBeVisible()
  await expect(lantern(page)).toHaveValue('Grace and Ada')
  await goOn(page)
  await expect(page.getByLabel(/How did you hear about us/)).toHaveValue('Poster')
  await goOn(page)
  await payByCard(page)
  await expectOrder(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/\/checkout\//)
})

test('is where the buyer went back to after a reload, finds the answers again, and changes the email and the address from the payment', async ({
  page,
  codeFor,
}) => {
  await comeToPayment(page, codeFor)
  const isReported = page.waitForResponse('**/update_basket_state/')
  await page.getByRole('button', { name: 'Change postal address' }).click()
  await expect(step(page, 'delivery_address')).toBeVisible()
  await isReported
  await page.reload()
  await expect(step(page, 'delivery_address')).toBeVisible()
  await typeAddress(page)
  await goOn(page)
  await expect(lantern(page)).toHaveValue('Grace')
  await goOn(page)
  await expect(page.getByLabel(/How did you hear about us/)).toHaveValue('Poster')
  await goOn(page)
  await expect(step(page, 'payment')).toBeVisible()
  await page.getByRole('button', { name: 'Change email address' }).click()
  await expect(step(page, 'login')).toBeVisible()
})

test('asks a new guest for no other code who comes back to the account or loads the page again there, unless they change the email', async ({
  page,
  arrange,
  codeFor,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  const email = newEmail()
  await proveEmail(page, codeFor, email)
  const name = page.getByLabel('Full name')
  await expect(name).toBeVisible()
  await page.reload()
  await expect(name).toBeVisible()
  await expect(said(page, email)).toBeVisible()
  await name.fill('Grace Hopper')
  await goOn(page)
  await expect(step(page, 'payment')).toBeVisible()

  await page.goBack()
  await expect(name).toHaveValue('Grace Hopper')
  // A reload before would lead to the step that was reported last.
  const isReported = page.waitForResponse(
    (reply) =>
      reply.url().endsWith('/update_basket_state/') && !!reply.request().postData()?.includes('payment'),
  )
  await goOn(page)
  await expect(step(page, 'payment')).toBeVisible()
  await isReported
  await page.reload()
  await back(page).click()
  await expect(name).toHaveValue('Grace Hopper')
  await goOn(page)
  await page.getByRole('button', { name: 'Change email address' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sent-code'))).toBeNull()
})

test('waits for nothing when the page is loaded again while the code is to be typed', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  const email = await askForCode(page)
  // Whatever waits for a time waits for ever.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, wait = 0) =>
      wait < 1_000 ? setTimeout(run, wait) : 0) as typeof setTimeout
  })
  await page.reload()
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await expect(said(page, email)).toBeVisible()
})

test('goes back from the code and from the name to the email, and then leaves the checkout', async ({
  page,
  arrange,
  codeFor,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  const email = page.getByLabel('Email address')
  const address = await askForCode(page)
  await page.goBack()
  await expect(email).toHaveValue(address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await page.getByLabel('One-time code').fill(await codeFor(address))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('Full name')).toBeVisible()
  await page.getByRole('button', { name: 'Back to email address' }).click()
  await expect(email).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/\/checkout\//)
})

for (const [shape, first] of [
  ['charity', 'donation'],
  ['express', 'payment'],
] as const)
  test(`asks before it goes back to the basket from the first step, ${first}, as the tickets go back on sale [CONT-48, SUMM-11]`, async ({
    page,
    arrange,
  }) => {
    await arrange({ shape, state: first })
    await page.getByRole('button', { name: 'Back to basket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
    await dialog.getByRole('button', { name: 'No' }).click()
    await expect(step(page, first)).toBeVisible()
    await page.getByRole('button', { name: 'Back to basket' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(step(page, 'basket')).toBeVisible()
  })

test('leaves the checkout with Back at its first step, and finds it again with Forward', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'login' })
  await expect(back(page)).toBeHidden()
  await page.goBack()
  await expect(page).not.toHaveURL(/\/checkout\//)
  await page.goForward()
  await expect(step(page, 'login')).toBeVisible()
})

for (const [tile, title] of [
  ['Transfer tickets', 'Transfer tickets'],
  ['Find a place to stay', 'Find a place to stay'],
] as const)
  test(`goes back from "${tile}" to the order with Back of the browser or the page, and then leaves the checkout`, async ({
    page,
    arrange,
  }) => {
    await arrange({ shape: 'paid', state: 'order_completed' })
    const heading = page.getByRole('heading', { level: 1 })
    await page.getByRole('button', { name: tile }).click()
    await expect(heading).toHaveText(title)
    await page.goBack()
    await expect(heading).toHaveText('Order complete! Your tickets are on their way.')
    await expect(heading).toBeFocused()
    await page.getByRole('button', { name: tile }).click()
    await back(page).click()
    await expect(heading).toHaveText('Order complete! Your tickets are on their way.')
    await page.goBack()
    await expect(page).not.toHaveURL(/\/checkout\//)
  })
