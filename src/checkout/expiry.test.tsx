// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { heading, notices, openCheckout, settled, shownStep, step } from './testing/open-checkout.tsx'

/** Steps with a countdown that returns to the basket when it is over. */
const held: CheckoutState[] = [
  'donation',
  'gift_aid',
  'login',
  'marketing_preferences',
  'delivery_address',
  'ticket_questions_before',
  'payment',
]

it.each(held)(
  'returns to the basket from %s when the hold expires while the buyer types, says so, and moves the focus [F18]',
  async (state) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
      shouldAdvanceTime: true,
    })
    fakeScripts()
    const { checkout, user, replies = {} } = everyStep[state]
    const page = await openCheckout({ ...checkout, seconds_remaining: 5 }, { user, replies })
    const input = screen.queryAllByRole<HTMLInputElement>('textbox').find((one) => one.closest('main'))
    if (input) await page.type(input, '42')
    input?.focus()
    page.change({ state: 'basket', seconds_remaining: 0 })
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await settled()
    expect(shownStep()).toBe('basket')
    expect(notices().join()).toContain('Your checkout time expired')
    expect(document.activeElement?.textContent).toBe(heading())
    page.answer('reserve_tickets', { reserved: 1, sale_reference: 'S1', checkout_time: 600 })
    await page.press(/^Reserve Basket/)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await settled()
    expect(shownStep()).not.toBe('basket')
  },
)

it('still asks for the code that was sent before the hold expired [F18]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], shouldAdvanceTime: true })
  const { checkout, user } = everyStep.login
  const page = await openCheckout({ ...checkout, seconds_remaining: 5 }, { user })
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
  page.change({ state: 'basket', seconds_remaining: 0 })
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await settled()
  page.answer('reserve_tickets', { reserved: 1, sale_reference: 'S1', checkout_time: 600 })
  await page.press(/^Reserve Basket/)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await settled()
  expect(step().getByText('ada@example.com')).toBeDefined()
  expect(step().getByLabelText('6-digit code')).toBeDefined()
})
