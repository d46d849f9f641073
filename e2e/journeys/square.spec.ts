import { addTickets, enterAsGuest, expectOrder, payByCard, reserveBasket, said } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step, test } from '#e2e/test.ts'

const script = '/ajax/checkout/checkout/javascript-square/'

test('sells tickets to a guest who pays through Square, whose script comes from the shop [PAYM-31, PAYM-51, PAYM-57, CALL-34]', async ({
  page,
  codeFor,
}) => {
  const called: string[] = []
  page.on('request', (request) => void called.push(new URL(request.url()).pathname))
  await addTickets(page, 'First Turns', { 'A wheel of your own': 2 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await expectScreen(page, 'payment')
  await expect(said(page, 'Your card details go straight to Square and never to us.')).toBeVisible()
  await payByCard(page)
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await expectOrder(page)
  const toSquare = called.filter((path) => path === script || path.endsWith('_square/'))
  expect(toSquare).toEqual([script, '/ajax/checkout/checkout/pay_with_square/'])
  expect(called.filter((path) => path.includes('card'))).not.toContain('/sandbox/stripe.js')
})

test("notifies the buyer when Square's credentials cannot be loaded, and loads them on request [ERRS-43]", async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/404.*get_square_credentials/)
  await page.route('**/get_square_credentials/', (route) => route.fulfill({ status: 404, json: {} }), {
    times: 1,
  })
  await arrange({ shape: 'square', state: 'payment' })
  await expect(page.getByText('Unable to get Square credentials. Please try again later')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
})
