// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  field,
  heading,
  openCheckout,
  problems,
  refused,
  type OpenedCheckout,
  type WireCheckout,
} from './testing/open-checkout.tsx'
import { charity, line } from './testing/supper.ts'

const meal = [{ id: '5', ticket_id: '1', question: 'Meal', type: 'text' }]

async function sendCode(page: OpenedCheckout) {
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
}

async function verify(page: OpenedCheckout) {
  await sendCode(page)
  await page.type('One-time code', '123456')
  await page.press('Verify')
}

interface Refusal {
  what: string
  checkout: WireCheckout
  replies: Record<string, object>
  send: (page: OpenedCheckout) => Promise<void>
}

const refusals: Refusal[] = [
  {
    what: 'an email address',
    checkout: { state: 'login' },
    replies: { send_one_time_code: refused('This address is blocked') },
    send: sendCode,
  },
  {
    what: 'a code',
    checkout: { state: 'login' },
    replies: { check_one_time_code: Response.json({ type: 'one_time_code', message: 'Wrong' }) },
    send: verify,
  },
  {
    what: 'a name',
    checkout: { state: 'login' },
    replies: { check_one_time_code: { has_account: false }, save_guest_to_sale: refused('Not this name') },
    async send(page) {
      await verify(page)
      await page.type('Full name', 'Ada Byron')
      await page.press('Continue')
    },
  },
  {
    what: 'a donation',
    checkout: { state: 'donation', charity },
    replies: { save_donation: refused('The charity has closed') },
    async send(page) {
      await page.press(screen.getByRole('radio', { name: '£5.00' }))
      await page.press('Continue')
    },
  },
  {
    what: 'Gift Aid',
    checkout: { state: 'gift_aid', charity, donation: { amount_before_booking_fee: '25.00' } },
    replies: { update_donation: refused('Not now') },
    async send(page) {
      await page.press(screen.getByRole('radio', { name: 'No, continue without Gift Aid' }))
      await page.press('Continue')
    },
  },
  {
    what: 'answers',
    checkout: { state: 'ticket_questions_before', tickets: [line], before_payment_questions: { '1': meal } },
    replies: { save_question_answers: refused('No such dish') },
    async send(page) {
      await page.type('Meal', 'Soup')
      await page.press('Continue')
    },
  },
]

it.each(refusals)(
  'begins the title of the window with "Error:" while it says that the shop has refused $what',
  async ({ checkout, replies, send }) => {
    const page = await openCheckout(checkout, { replies })
    await send(page)
    expect(document.title).toBe(`Error: ${heading()}`)
  },
)

it('begins the title of the basket with "Error:" while it says that a code is invalid', async () => {
  const page = await openCheckout(
    { state: 'basket', tickets: [line] },
    { replies: { set_code: { code_applied: 0 } } },
  )
  screen.getByText('Discount or voucher code').click()
  await vi.waitFor(() => expect(screen.queryByLabelText('Code')).not.toBeNull(), 15_000)
  await page.type('Code', 'EARLY')
  await page.press('Apply')
  expect(document.title).toBe('Error: Basket')
  await page.type('Code', 'LATE')
  expect(document.title).toBe('Basket')
})

it('begins the title with "Error:" while the checkout cannot be loaded', async () => {
  const page = await openCheckout({ state: 'determining' }, { replies: { get: refused('No', 400) } })
  expect(document.title).toBe('Error: Determining checkout progress')
  expect(heading()).toBe('Determining checkout progress')
  page.answer('get', { state: 'basket', tickets: [line] })
  await page.press('Try again')
  expect(document.title).toBe('Basket')
})

it('takes "Error:" from the title once a refused field is edited, and keeps it while there are other problems', async () => {
  const page = await openCheckout(
    { state: 'login' },
    { replies: { check_one_time_code: Response.json({ type: 'one_time_code', message: 'Wrong' }) } },
  )
  await verify(page)
  await page.press('Verify')
  expect(problems()).toHaveLength(1)
  expect(document.title).toBe('Error: Account')
  await page.type('One-time code', '1')
  expect(field('One-time code').getAttribute('aria-invalid')).toBeNull()
  expect(document.title).toBe('Account')
})
