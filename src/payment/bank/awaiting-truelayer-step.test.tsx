// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeCardProvider } from '#src/checkout/testing/fake-card-provider.ts'
import {
  button,
  heading,
  notices,
  openCheckout,
  pending,
  settled,
  shownStep,
  step,
  summary,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const checkout: WireCheckout = { state: 'awaiting_truelayer', basket_total: '53.00' }
const status = (answer: object) => ({ truelayer_status: answer })

/** Opens the step and waits for that many status calls. The last of them gets no reply until `release`. */
async function waitFor(attempts: number, replies: Record<string, object> = {}, changes: object = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], shouldAdvanceTime: true })
  const { reply: late, arrive } = pending()
  let calls = 0
  const bank = () => (++calls >= attempts ? late() : Promise.resolve(Response.json({})))
  const page = await openCheckout(
    { ...checkout, ...changes },
    { replies: { get_truelayer_status: bank, ...replies } },
  )
  for (let turns = 0; turns < 400 && page.sent('get_truelayer_status').length < attempts; turns += 1) {
    await act(() => vi.advanceTimersByTimeAsync(500))
    // The script with the call takes real time to load.
    await vi.dynamicImportSettled()
  }
  await settled()
  return { ...page, release: arrive }
}

it('has the heading "Payment", a spinner and a request to wait, beside the plain order summary [BANK-01, BANK-02]', async () => {
  await openCheckout(checkout)
  expect(heading()).toBe('Payment')
  expect(step().getByRole('status').textContent).toBe('LoadingPlease wait')
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
})

const stages = () =>
  step()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('asks for no approval before the bank has told how the payment stands', async () => {
  await waitFor(1)
  expect(stages()[0]).toBe('Checking your payment with your bank')
})

it('tells what happens while the payment is not confirmed, with the amount, and that the page can be closed', async () => {
  await waitFor(2)
  expect(stages()).toEqual([
    "Approve £53.00 at your bank, if you haven't already",
    'Your bank confirms the payment to us',
    'We email you, and your tickets are yours',
  ])
  expect(step().getByText(/^You can close this page/)).toBeDefined()
})

it.each([
  [4, 'Waiting for a response from your bank'],
  [7, 'Awaiting confirmation of payment'],
  [10, "It's taking longer than usual for confirmation of your payment."],
])('shows after attempt %i: %s [BANK-17, BANK-18, BANK-19, BANK-20] [F16]', async (attempts, text) => {
  await waitFor(attempts)
  expect(step().getByRole('status').textContent).toBe(`Loading${text}`)
})

it('offers another method from the tenth attempt on [BANK-21]', async () => {
  const { release } = await waitFor(9)
  expect(screen.queryByRole('button', { name: 'Try a different payment method' })).toBeNull()
  release()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(button('Try a different payment method')).toBeDefined()
})

it('stops polling after the last attempt with a message, and lets the buyer check again [BANK-22, BANK-23, ERRS-28] [F16]', async () => {
  const page = await waitFor(60)
  page.release()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(page.sent('get_truelayer_status')).toHaveLength(60)
  expect(notices()).toEqual([
    "warning: We could not confirm if the payment was completed yet. We'll continue to wait, and deliver your tickets if payment is confirmed.",
  ])
  expect(step().queryByRole('status')).toBeNull()
  await act(async () => button('Check again').click())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(page.sent('get_truelayer_status')).toHaveLength(61)
})

it('shows the paid amount with its reference, and continues [BANK-03, BANK-10, BANK-11]', async () => {
  const page = await waitFor(1, {
    get_truelayer_status: status({ payment_completed: 1, total: '51.50', reference: 'REF7' }),
  })
  expect(notices()).toEqual([
    'success: Payment successfulWe have received your payment of £51.50.Payment reference: REF7',
  ])
  vi.useRealTimers()
  await page.press('Continue')
  expect(shownStep()).toBe('deliver_tickets')
})

it("shows the bank's error before expiry, and offers another method [BANK-04, BANK-15] [F16]", async () => {
  await waitFor(1, {
    get_truelayer_status: status({ truelayer_status_error: 'The bank declined', checkout_expires_in: 300 }),
  })
  expect(notices()).toEqual(['error: The bank declined'])
  expect(button('Try a different payment method')).toBeDefined()
  expect(document.title).toBe('Error: Payment')
})

it('says that nothing was charged if the bank says that the payment failed', async () => {
  const failed = { truelayer_status_error: 'The bank declined', status: 'failed', checkout_expires_in: 300 }
  await waitFor(1, { get_truelayer_status: status(failed) })
  expect(notices()).toEqual(['error: The bank declinedYou have not been charged.'])
})

it('loads the payment error when switching method, and shows it there [BANK-16]', async () => {
  const replies = {
    get_truelayer_status: status({ truelayer_status_error: 'The bank declined', checkout_expires_in: 300 }),
    get_payment_error: { text: 'Not enough money' },
    get_card_credentials: { publishable_key: 'pk_test', account: '', script: '' },
  }
  fakeCardProvider()
  const page = await waitFor(1, replies, { opoa: { provider: 'stripe', merchant_id: 'acct_1' } })
  vi.useRealTimers()
  await page.press('Try a different payment method')
  expect(page.sent('get_payment_error')).toHaveLength(1)
  expect(shownStep()).toBe('payment')
  expect(notices()).toContain('error: Not enough money')
})

it('shows that the payment was cancelled at the bank, does not poll, and offers another method [BANK-05, BANK-06, BANK-07, ERRS-26] [F16]', async () => {
  const page = await waitFor(0, {}, { truelayer_returned_from: '0' })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(notices()).toEqual(['warning: You cancelled the payment in the bank portal.'])
  expect(page.sent('get_truelayer_status')).toEqual([])
  expect(button('Try a different payment method')).toBeDefined()
})

it.each([
  ['still', 600, 1],
  ['not', 0, 0],
])('says after a cancelled payment that the tickets are %s held', async (_, seconds_remaining, count) => {
  await waitFor(0, {}, { truelayer_returned_from: '0', seconds_remaining })
  expect(step().queryAllByText('Your tickets are still held for you.')).toHaveLength(count)
})

it('goes back to paying with the bank transfer chosen, to try the bank again', async () => {
  fakeCardProvider()
  const page = await waitFor(
    0,
    {
      get_payment_error: { text: '' },
      get_card_credentials: { publishable_key: 'pk_test', account: '', script: '' },
    },
    { truelayer_returned_from: '0', opoa: { provider: 'sagepay', merchant_id: '' } },
  )
  vi.useRealTimers()
  await page.press('Try your bank again')
  expect(page.sent('get_payment_error')).toHaveLength(1)
  expect(shownStep()).toBe('payment')
  expect(button(/^Instant Bank Transfer/).getAttribute('aria-pressed')).toBe('true')
  expect(button(/^Pay £/).textContent).toMatch(/ with your bank$/)
})

it.each(['Try your bank again', 'Try a different payment method'])(
  'speaks of no card after a declined bank payment and "%s"',
  async (way) => {
    fakeCardProvider()
    const page = await waitFor(
      1,
      {
        get_truelayer_status: status({
          truelayer_status_error: 'Refused',
          status: 'failed',
          checkout_expires_in: 300,
        }),
        get_payment_error: { text: 'Your bank declined the payment.', is_uncharged: 1 },
        get_card_credentials: { publishable_key: 'pk_test', account: '', script: '' },
      },
      { opoa: { provider: 'sagepay', merchant_id: '' } },
    )
    vi.useRealTimers()
    await page.press(way)
    expect(notices()).toEqual([
      'error: Your bank declined the payment.You have not been charged. Try again, or pay another way.',
    ])
  },
)

it('offers no second try at the bank where a bank transfer is no longer offered', async () => {
  await waitFor(0, {}, { truelayer_returned_from: '0', opoa: { provider: 'stripe', merchant_id: 'acct_1' } })
  expect(screen.queryByRole('button', { name: 'Try your bank again' })).toBeNull()
  expect(button('Try a different payment method')).toBeDefined()
})

it('returns to the basket with the reason when the payment failed after expiry [BANK-13, BANK-14] [F16]', async () => {
  await waitFor(1, {
    get_truelayer_status: status({ truelayer_status_error: 'The bank declined', checkout_expires_in: 0 }),
  })
  expect(shownStep()).toBe('basket')
  expect(notices().join()).toContain(
    'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again.',
  )
})
