// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  openCheckout,
  pending,
  settled,
  shownStep,
  spoken,
  summary,
  type OpenedCheckout,
} from '#src/checkout/testing/open-checkout.tsx'
import { card, openPayment, typeCard } from '#src/checkout/testing/open-payment.ts'

const held = { seconds_remaining: 40 }
const plans = {
  ...card,
  payment_plan_schedule_options: {
    3: { label: '3 months', schedule: [{ uk_due: '21/11/2026', value: '17.67' }] },
  },
}

/** Pays, while the order cannot be loaded yet. */
const ways: Record<string, () => Promise<OpenedCheckout>> = {
  async 'by card'() {
    const page = await openPayment({ ...card, ...held })
    await typeCard(page)
    page.answer('get', pending().reply)
    await page.press('Pay £53.00')
    return page
  },
  async 'by card in express checkout'() {
    const page = await openPayment({ ...card, ...held, express: 1 }, { save_guest_to_sale: {} })
    await typeCard(page)
    await page.type('Postcode or zip code', 'YO21 1DN')
    page.answer('get', pending().reply)
    await page.press('Pay £53.00')
    return page
  },
  async 'by a payment plan'() {
    const page = await openPayment({ ...plans, ...held }, { pay_with_instalment: { status: 'success' } })
    await page.press(/^Set up a payment plan/)
    await page.press(screen.getByRole('radio', { name: '3 months' }))
    await page.type('Please enter a mobile number *', '07700 900123')
    await typeCard(page)
    page.answer('get', pending().reply)
    await page.press(/^Pay £17.67/)
    return page
  },
  async 'by claiming free tickets'() {
    const claim = pending({})
    const page = await openPayment({ ...held, basket_total: '0.00' }, { claim_free_tickets: claim.reply })
    page.answer('get', pending().reply)
    claim.arrive()
    await settled()
    return page
  },
  async 'at the bank'() {
    const page = await openCheckout(
      { state: 'awaiting_truelayer', basket_total: '53.00', ...held },
      { replies: { get_truelayer_status: { truelayer_status: { payment_completed: 1, total: '53.00' } } } },
    )
    page.answer('get', pending().reply)
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    return page
  },
}

it.each(Object.entries(ways))(
  'stops the countdown as soon as the order is paid %s: in the header, the summary and the announcements [CONT-59, BANK-11]',
  async (way, pay) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
      shouldAdvanceTime: true,
    })
    const page = await pay()
    await settled()
    expect(page.calls.map(({ name }) => name)).toContain(
      way === 'at the bank' ? 'get_truelayer_status' : 'get',
    )
    expect(screen.queryByRole('timer')).toBeNull()
    expect(summary().queryByText(/Reserved for/)).toBeNull()
    const heard: (string | null)[] = []
    for (let second = 0; second < 60; second += 1) {
      await act(() => vi.advanceTimersByTimeAsync(1_000))
      heard.push(...spoken())
    }
    expect(heard.join()).not.toMatch(/time/i)
    expect(screen.queryByRole('timer')).toBeNull()
    expect(shownStep()).toBe(way === 'at the bank' ? 'awaiting_truelayer' : 'deliver_tickets')
  },
)
