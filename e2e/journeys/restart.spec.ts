import {
  addTickets,
  continueButton,
  enterAsGuest,
  expectOrder,
  goOn,
  newEmail,
  payByCard,
  proveEmail,
  reserveBasket,
} from '#e2e/buyer.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { expect, test as base } from '#e2e/test.ts'

// A new database and each restart take seconds.
base.slow()

/** Starts a shop for each test, which the test can kill. */
const test = base.extend<{ ownShop: Shop }>({
  ownShop: async ({ browserName: _ }, use, { workerIndex }) => {
    const shop = new Shop(Number(process.env.E2E_PORT ?? 4400) + 50 + workerIndex)
    await shop.start()
    await use(shop)
    await shop.stop()
  },
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
})

test('continues on the same step after the shop is killed and restarted, and loses nothing', async ({
  page,
  ownShop,
  codeFor,
  expectComplaint,
}) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  await expect(page.getByLabel('Email address')).toBeVisible()
  const email = newEmail()
  expectComplaint(/ERR_CONNECTION_(REFUSED|RESET)/)

  await ownShop.kill()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Unable to send the code. Please try again later')).toBeVisible()
  await ownShop.start()

  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await proveEmail(page, codeFor, email)
  await page.getByLabel('Full name').fill('Grace Hopper')
  await ownShop.kill()
  await goOn(page)
  await expect(page.getByText("We couldn't save your name. Please try again.").last()).toBeVisible()
  await ownShop.start()
  await goOn(page)

  await page.route('**/deliver_to_bitticket/', async (route) => {
    await ownShop.kill()
    await route.continue()
  })
  await payByCard(page)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/deliver_to_bitticket/')
  await ownShop.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectOrder(page)
  const reference = await page.getByText(/Your reference is/).innerText()
  await page.reload()
  await expect(page.getByText(reference)).toBeVisible()
})

test('repeats a payment with a lost reply by itself, without charging twice [OPEN-47]', async ({
  page,
  ownShop,
  codeFor,
  expectComplaint,
}) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 1 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  // The shop is killed after taking the payment, so its reply never reaches the page.
  await page.route(
    '**/pay_with_card/',
    async (route) => {
      await route.fetch()
      await ownShop.kill()
      await route.abort('connectionrefused')
    },
    { times: 1 },
  )
  expectComplaint(/ERR_CONNECTION_(REFUSED|RESET)/)
  await payByCard(page)
  await expect(page.getByText('We are checking your payment').last()).toBeVisible()
  await ownShop.start()
  await expectOrder(page)
  await expect(continueButton(page)).toBeHidden()
})
