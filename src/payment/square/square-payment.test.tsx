// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeSquare } from '#src/checkout/testing/fake-square.ts'
import {
  button,
  heading,
  notices,
  openCheckout,
  pending,
  refused,
  settled,
  shownStep,
  step,
} from '#src/checkout/testing/open-checkout.tsx'
import { ada } from '#src/checkout/testing/open-payment.ts'

const credentials = {
  app_id: 'sq0idp-1',
  location_id: 'L1',
  checkout_js: 'https://web.squarecdn.com/v1/square.js',
}

async function open(replies: Record<string, object> = {}, { mounts = [true] } = {}) {
  const square = fakeSquare(mounts)
  const page = await openCheckout(
    { state: 'payment', basket_total: '53.00', currency: 'GBP', opoa: { provider: 'square' } },
    {
      replies: { get_square_credentials: credentials, pay_with_square: { status: 'success' }, ...replies },
      user: ada,
    },
  )
  return { ...page, ...square }
}

it("offers Square's card form alone, with the shop's credentials [PAYM-31, PAYM-57, CALL-34]", async () => {
  const page = await open()
  expect(page.payments).toHaveBeenCalledWith('sq0idp-1', 'L1')
  expect(screen.queryByText('How would you like to pay?')).toBeNull()
  expect(screen.getByLabelText('Card at Square')).toBeDefined()
  expect(step().getByText('Your card details go straight to Square and never to us.')).toBeDefined()
  expect(page.sent('get_card_credentials')).toEqual([])
})

it('pays with the typed card once, and continues to the delivery [PAYM-44, PAYM-50, PAYM-51]', async () => {
  const { reply, arrive } = pending({ status: 'success' })
  const page = await open({ pay_with_square: reply })
  await page.type('Card at Square', '4')
  await page.press('Pay £53.00')
  expect(heading()).toBe('Confirming Payment')
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  await page.press('Pay £53.00')
  expect(page.sent('pay_with_square')).toEqual([
    { source_id: 'cnon_1', attempt: expect.stringMatching(/^[\w-]{36}$/) as string },
  ])
  expect(page.made).toEqual([
    {
      amount: '53.00',
      currencyCode: 'GBP',
      intent: 'CHARGE',
      customerInitiated: true,
      sellerKeyedIn: false,
      billingContact: { givenName: 'Ada', familyName: 'Byron' },
    },
  ])
  arrive()
  await settled()
  expect(shownStep()).toBe('deliver_tickets')
})

it('keeps the form after a decline, and pays with the next card as another attempt [PAYM-48]', async () => {
  const page = await open({
    pay_with_square: [{ status: 'unsuccessful', message: 'The card was declined.' }, { status: 'success' }],
  })
  await page.type('Card at Square', '4')
  await page.press('Pay £53.00')
  expect(notices()).toEqual(['error: The card was declined.You have not been charged. Try another card.'])
  await page.type('Card at Square', '5')
  await page.press('Pay £53.00')
  const [first, second] = page.sent('pay_with_square')
  expect(second?.source_id).toBe('cnon_2')
  expect(second?.attempt).not.toBe(first?.attempt)
  expect(shownStep()).toBe('deliver_tickets')
})

it("shows Square's reason when it rejects the typed card, and sends nothing", async () => {
  const page = await open()
  await page.type('Card at Square', 'x')
  await page.press('Pay £53.00')
  expect(notices().join()).toContain('error: Card number is not valid')
  expect(page.sent('pay_with_square')).toEqual([])
})

it("mounts Square's card form again on request when it could not be mounted", async () => {
  const page = await open({}, { mounts: [false, true] })
  expect(notices()).toEqual(["error: We couldn't load the card form. Please try again."])
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  await page.press('Try again')
  await page.type('Card at Square', '4')
  await page.press('Pay £53.00')
  expect(shownStep()).toBe('deliver_tickets')
})

it('loads the credentials again on request when they could not be loaded [CALL-34]', async () => {
  const page = await open({ get_square_credentials: refused('No such call', 404) })
  expect(notices()).toEqual(["error: We couldn't load the card form. Please try again."])
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  page.answer('get_square_credentials', credentials)
  await page.press('Try again')
  expect(screen.getByLabelText('Card at Square')).toBeDefined()
})
