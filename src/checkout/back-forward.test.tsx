// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { button, openCheckout, pending, settled, shownStep } from './testing/open-checkout.tsx'
import { both, card, openPayment, typeCard } from './testing/open-payment.ts'

const busy = () => document.querySelectorAll('[aria-busy="true"]').length

/** Returns to the page by Back or Forward, as a browser does that has kept it whole. */
async function restore() {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await settled()
}

it.each(checkoutStates)(
  'reads the checkout again at %s when the buyer comes back by Back or Forward, and leaves no button busy [CONT-60] [F9]',
  async (state) => {
    const { checkout, user, replies = {} } = everyStep[state]
    fakeScripts()
    const page = await openCheckout(checkout, { user, replies })
    const reads = page.sent('get').length
    const before = busy()
    await restore()
    expect(page.sent('get')).toHaveLength(reads + 1)
    expect(shownStep()).toBe(state)
    expect(busy()).toBe(before)
  },
)

it.each([
  [
    'the card check',
    card,
    { pay_with_card: { status: 'redirect_to_url', url: '/elsewhere/' } },
    'Pay £53.00',
  ],
  ['the bank', both, { create_truelayer_payment: { url: '/elsewhere/' } }, 'Pay £53.00 with your bank'],
])(
  'can be paid again when the buyer comes back from the page of %s by Back, unpaid [F9]',
  async (_, basket, replies, pay) => {
    const page = await openPayment(basket, replies)
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    if (basket === both) await page.press(/^Instant Bank Transfer/)
    else await typeCard(page)
    await page.press(pay)
    expect(assign).toHaveBeenCalledTimes(1)
    expect(button(pay).getAttribute('aria-busy')).toBe('true')
    await restore()
    expect(shownStep()).toBe('payment')
    expect(busy()).toBe(0)
    if (basket === both) await page.press(/^Instant Bank Transfer/)
    else await typeCard(page)
    await page.press(pay)
    expect(assign).toHaveBeenCalledTimes(2)
  },
)

it('continues to the delivery when the buyer comes back by Back and has paid [F9]', async () => {
  const page = await openPayment(both, { create_truelayer_payment: { url: '/elsewhere/' } })
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await page.press(/^Instant Bank Transfer/)
  await page.press('Pay £53.00 with your bank')
  page.answer('deliver_to_bitticket', pending().reply)
  page.change({ state: 'deliver_tickets', payment_complete: 1 })
  await restore()
  expect(shownStep()).toBe('deliver_tickets')
})
