// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  editBasket,
  openCheckout,
  shownStep,
  summary,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const line = {
  ticket_id: '1',
  event_id: 'e',
  date_id: 'd',
  event_name: 'Lantern Evening',
  ticket_name: 'Adult',
  nice_date: 'Fri 25 Dec',
  thumbnail: '/pictures/lantern.svg',
  qty: 2,
  price: '18.50',
}
const checkout: WireCheckout = {
  state: 'login',
  basket_total: '37.00',
  tickets: [line],
  seconds_remaining: 600,
}

it('asks before the basket is edited, and keeps the sale unchanged if the buyer declines [SUMM-10, SUMM-11, SUMM-12]', async () => {
  const page = await openCheckout(checkout)
  await page.press(await editBasket())
  const question = within(screen.getByRole('dialog', { name: 'Are you sure?' }))
  expect(question.getByText(/^Your tickets go back on sale/)).toBeDefined()
  await page.press('No')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.sent('destroy_sale')).toEqual([])
  expect(shownStep()).toBe('login')
})

it('releases the tickets and returns to the basket after confirmation [SUMM-11]', async () => {
  const page = await openCheckout(checkout)
  await page.press(await editBasket())
  page.change({ state: 'basket', seconds_remaining: 0 })
  await page.press('Yes')
  expect(page.sent('destroy_sale')).toHaveLength(1)
  expect(shownStep()).toBe('basket')
})

it('opens from a bar with the total on narrow screens [SUMM-09, SUMM-15]', async () => {
  const page = await openCheckout(checkout)
  expect(summary().getByText('2 items').parentElement?.textContent).toBe('£37.002 items')
  expect(button('Show basket').getAttribute('aria-expanded')).toBe('false')
  await page.press('Show basket')
  expect(button('Hide basket').getAttribute('aria-expanded')).toBe('true')
  expect(
    document.getElementById(button('Hide basket').getAttribute('aria-controls') ?? '')?.textContent,
  ).toContain('Lantern Evening')
})

it('shows the order instead once it is paid', async () => {
  await openCheckout({ ...checkout, state: 'waiver', payment_complete: true })
  expect(button('Show order')).toBeDefined()
})

it('shows event, date, picture, tickets and every part of the total [SUMM-02, SUMM-03, SUMM-05, SUMM-06, SUMM-07]', async () => {
  await openCheckout({
    ...checkout,
    basket_total: '57.20',
    delivery_cost: '3.50',
    refund_protection: 1,
    refund_protection_cost: '4.20',
    donation: { amount_before_booking_fee: '10.00', booking_fee: '0.50' },
  })
  expect(summary().getByRole('heading', { name: 'Lantern Evening' })).toBeDefined()
  expect(summary().getByText('Fri 25 Dec')).toBeDefined()
  expect(document.querySelector('h3')?.closest('li')?.querySelector('img')?.getAttribute('src')).toBe(
    '/pictures/lantern.svg',
  )
  const part = (name: string) => summary().getByText(name).nextElementSibling?.textContent
  expect(summary().getByText('2 × Adult').nextElementSibling?.textContent).toBe('£37.00')
  expect(part('Subtotal')).toBe('£37.00')
  expect(part('Delivery')).toBe('+£3.50')
  expect(part('Refund protection')).toBe('+£4.20')
  expect(part('Donation')).toBe('+£10.00')
  expect(part('Donation fee')).toBe('+£0.50')
})

it('counts the hold down in header and summary, second by second [SUMM-14]', async () => {
  await openCheckout(checkout)
  const before = (await screen.findByRole('timer')).textContent
  await vi.waitFor(() => expect(screen.getByRole('timer').textContent).not.toBe(before), 15_000)
  expect(screen.getByRole('timer').textContent).toMatch(/Tickets held for 9m 5\ds/)
  expect(summary().getByText(/^Reserved for/).textContent).toMatch(/Reserved for 9m 5\ds/)
})

it('shows no countdown without a hold [SUMM-14]', async () => {
  await openCheckout({ ...checkout, seconds_remaining: undefined })
  expect(screen.queryByRole('timer')).toBeNull()
  expect(summary().queryByText(/^Reserved for/)).toBeNull()
})

it('returns to the basket with an expiry notice when the hold expires [CONT-11]', async () => {
  const page = await openCheckout({ ...checkout, seconds_remaining: 2 })
  page.change({ state: 'basket', seconds_remaining: 0 })
  expect(await screen.findByText(/^Your checkout time expired/)).toBeDefined()
  expect(shownStep()).toBe('basket')
})

it('shows one step at a time, by title, progress and page title [CONT-01, SUMM-01]', async () => {
  await openCheckout(checkout)
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'Account',
  ])
  expect(document.title).toBe('Account')
  expect(document.querySelector('nav [aria-current="step"]')?.textContent).toBe('Details')
  expect(document.activeElement?.textContent).not.toBe('')
})
