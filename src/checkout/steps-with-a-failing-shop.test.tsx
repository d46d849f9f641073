// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { field, openCheckout, refused, settled, shownStep, step, summary } from './testing/open-checkout.tsx'
import { charity, line as unpriced } from './testing/supper.ts'

/** A failure that is not retried. */
const unread = refused('Not now', 404)
const line = { ...unpriced, price: '20.00' }
const ann = { id: '5', email: 'ann@example.com', full_name: 'Ann Archer' }

it('asks for the code again after a reload, for the email it was sent to [ACCT-02, ACCT-18]', async () => {
  const page = await openCheckout({ state: 'login' })
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
  cleanup()
  const reloaded = await openCheckout({ state: 'login' })
  expect(step().getByText('ada@example.com')).toBeDefined()
  await reloaded.type('One-time code', '123456')
  await reloaded.press('Verify')
  expect(reloaded.sent('check_one_time_code')).toEqual([{ email: 'ada@example.com', code: '123456' }])
  expect(reloaded.sent('send_one_time_code')).toEqual([])
})

it('asks for an email after a reload if the buyer wanted to change it [ACCT-03]', async () => {
  const page = await openCheckout({ state: 'login' })
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
  await page.press('Check or change email address, or re-send code')
  cleanup()
  await openCheckout({ state: 'login' })
  expect(field('Email address').value).toBe('')
})

it('continues after a donation if the checkout cannot be reloaded, with the donation in the summary [DONA-14, SUMM-07]', async () => {
  const page = await openCheckout({
    state: 'donation',
    charity,
    organisers: [{ charity: 1 }],
    tickets: [line],
  })
  page.answer('get', unread)
  await page.press(screen.getByRole('radio', { name: '£5.00' }))
  await page.press('Continue')
  expect(shownStep()).toBe('gift_aid')
  expect(summary().getByText('Donation').parentElement?.textContent).toContain('£5.00')
  expect(summary().getByText('Total').parentElement?.textContent).toBe('Total£25.00')
})

it('shows the buyer as signed out even if the user cannot be reloaded [ACCT-12]', async () => {
  const page = await openCheckout({ state: 'login' }, { user: ann })
  expect(step().getAllByText('Ann Archer')).toHaveLength(1)
  page.answer('get_user', unread)
  await page.press('Sign out')
  expect(field('Email address')).toBeDefined()
  expect(step().queryByText('Ann Archer')).toBeNull()
})

it('removes the link after subscribing even if the user cannot be reloaded [DONE-14, DONE-15]', async () => {
  const page = await openCheckout({ state: 'order_completed', payment_complete: 1 }, { user: ann })
  page.answer('get_user', unread)
  await page.press('Subscribe to important updates')
  expect(page.sent('subscribe_to_events')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Subscribe to important updates' })).toBeNull()
})

it('shows the saved addresses, and a form for the United Kingdom, if the countries cannot be loaded [ADDR-03, ADDR-29, OPEN-80]', async () => {
  const page = await openCheckout(
    { state: 'delivery_address', require_delivery_address: 1 },
    {
      user: ann,
      replies: {
        get_address_all_countries_states: unread,
        get_user_addresses: { existing_addresses: [{ id: '5', full_address: '1 High Street, Bath' }] },
      },
    },
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 High Street, Bath' }).checked).toBe(true)
  await page.press(screen.getAllByRole('radio').at(-1)!)
  await page.press('Enter the address manually')
  expect(field('Country').textContent).toBe('United Kingdom')
})

it('opens a new address with all countries if the saved addresses cannot be loaded [ADDR-04]', async () => {
  await openCheckout(
    { state: 'delivery_address', require_delivery_address: 1 },
    {
      user: ann,
      replies: {
        get_user_addresses: unread,
        get_address_all_countries_states: { countries: { 1: 'United Kingdom', 3: 'France' }, states: [] },
      },
    },
  )
  expect(field('Country').textContent).toContain('France')
})

it('resumes after payment from any step once an instalment plan has begun [CONT-01]', async () => {
  const planned = { payment_complete: 0, payment_plan_remaining: 1, tickets: [line] }
  const page = await openCheckout({ state: 'basket', tickets: [line] })
  page.change(planned)
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(shownStep()).toBe('deliver_tickets')
})

it('sells even if display-only fields are invalid [OPEN-97]', async () => {
  const junk = { reserving_error: true, basket_success: true, basket_errors: {}, events: 'none' }
  await openCheckout({ state: 'basket', tickets: [{ ...line, thumbnail: [] }], ...junk })
  expect(screen.getByRole('button', { name: /Reserve Basket/ })).toBeDefined()
})

const afterPayment = checkoutStates.slice(checkoutStates.indexOf('deliver_tickets'))

it.each(afterPayment)(
  'never offers the paid basket at %s for reservation again [CONT-01, CONT-57]',
  async (state) => {
    for (const payment_plan_remaining of [0, 1]) {
      await openCheckout({ state, payment_complete: 0, payment_plan_remaining, tickets: [line] })
      expect(screen.queryByRole('button', { name: /Reserve Basket/ })).toBeNull()
      expect(shownStep()).toBe(state)
      cleanup()
    }
  },
)
