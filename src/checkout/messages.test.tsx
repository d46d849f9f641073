// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { notices, openCheckout, settled } from './testing/open-checkout.tsx'
import { card, fakeTimers, openPayment, typeCard } from './testing/open-payment.ts'

const line = {
  ticket_id: '1',
  event_id: 'lantern',
  ticket_name: 'Adult',
  qty: 2,
  price: '18.50',
  can_update_quantity: 1,
}
const basket = { state: 'basket', basket_total: '37.00', tickets: [line] } as const

/** The ways in which a back-end sends several messages. */
const several = [
  [['First.', 'Second.']],
  [{ 3: 'First.', 7: 'Second.' }],
  [[{ message: 'First.' }, 'Second.']],
] as const

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await settled()
}

it.each(several)(
  'shows the messages of the basket, sent as %j [ENTI-07, BASK-64, CONT-68, CONT-70]',
  async (words) => {
    await openCheckout({ ...basket, reserving_error: words })
    expect(notices()).toEqual(['warning: First. Second.'])
  },
)

it.each(several)('shows the success messages of the basket, sent as %j [ENTI-07, CONT-70]', async (words) => {
  await openCheckout({ ...basket, basket_success: words })
  expect(notices()).toEqual(['success: First. Second.'])
})

it.each(several)('shows why the tickets cannot be reserved, sent as %j [RESV-13]', async (words) => {
  fakeTimers()
  const page = await openCheckout(basket, { replies: { reserve_tickets: { error: words } } })
  await page.press(/^Reserve Basket/)
  await pass(300)
  expect(notices()).toEqual(['warning: First. Second.'])
})

it.each(several)('shows why a payment was declined, sent as %j [PAYM-48]', async (message) => {
  const page = await openPayment(card, { pay_with_card: { status: 'unsuccessful', message } })
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(notices()).toEqual(['error: First. Second.You have not been charged. Try another card.'])
})

it.each(several)('shows the error of the last payment, sent as %j [CALL-25]', async (text) => {
  await openPayment(card, { get_payment_error: { text } })
  expect(notices()).toEqual(['error: First. Second.'])
})

it.each(several)("shows the bank's error, sent as %j [BANK-15]", async (words) => {
  fakeTimers()
  const status = { truelayer_status_error: words, checkout_expires_in: 300 }
  await openCheckout(
    { state: 'awaiting_truelayer' },
    { replies: { get_truelayer_status: { truelayer_status: status } } },
  )
  await pass(2_000)
  expect(notices()).toEqual(['error: First. Second.'])
})

it.each(several)('shows why express details cannot be saved, sent as %j [PAYM-62]', async (error) => {
  const page = await openPayment({ ...card, express: 1 }, { save_guest_to_sale: { error } })
  await typeCard(page)
  await page.type('Postcode or zip code', 'YO21 1DN')
  await page.press('Pay £53.00')
  expect(notices()).toContain('error: First. Second.')
})
