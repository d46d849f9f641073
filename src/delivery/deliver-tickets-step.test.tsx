// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  heading,
  notices,
  openCheckout,
  pending,
  settled,
  shownStep,
  spoken,
  step,
  summary,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const checkout: WireCheckout = { state: 'deliver_tickets', payment_complete: 1 }
const done = { delivery_completed: 1 }

const stages = () =>
  step()
    .getAllByRole('listitem')
    .map((stage) => `${stage.getAttribute('data-status')}: ${stage.textContent}`)

/** Opens the step and waits that many seconds. */
async function open(seconds: number, replies: Record<string, object> = {}, changes: object = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const page = await openCheckout({ ...checkout, ...changes }, { replies })
  await pass(seconds)
  return page
}

async function pass(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
  await settled()
}

it('has the heading "Payment" and shows that the payment is complete, beside the plain order summary [DELI-01, DELI-02]', async () => {
  await openCheckout(checkout)
  expect(heading()).toBe('Payment')
  expect(stages()[0]).toBe('done: Payment complete')
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
})

it('shows and announces the delivery to the wallet, then the email [DELI-03, DELI-04, DELI-06]', async () => {
  const waiting = () => new Promise<Response>(() => {})
  const page = await open(0, { deliver_to_bitticket: done, deliver_to_wallet: waiting })
  while (page.sent('deliver_to_wallet').length === 0) await act(() => vi.advanceTimersByTimeAsync(100))
  await settled()
  expect(stages()).toEqual([
    'done: Payment complete',
    'done: Tickets delivered to your Bitticket wallet',
    'current: Sending your ticket wallet to your email',
  ])
  expect(spoken()).toContain('Tickets delivered to your Bitticket wallet')
})

it('continues once everything is delivered [DELI-07]', async () => {
  await open(1.5, { deliver_to_bitticket: done, deliver_to_wallet: done })
  expect(stages()[2]).toBe('done: Ticket wallet sent to your email')
  await act(() => vi.advanceTimersByTimeAsync(3_500))
  await vi.waitFor(() => expect(shownStep()).toBe('order_completed'), 15_000)
})

it.each([
  ['says once everything is delivered', done, done, 1],
  ['does not say after a failed delivery', { delivery_completed: 0 }, done, 0],
  ['does not say after a failed email', done, { delivery_completed: 0 }, 0],
])('%s that the next page opens by itself', async (_, deliver_to_bitticket, deliver_to_wallet, times) => {
  await open(1.5, { deliver_to_bitticket, deliver_to_wallet })
  expect(step().queryAllByText('The next page opens by itself.')).toHaveLength(times)
})

it('says how long it takes until everything is delivered, and no longer once something has failed', async () => {
  const slow = pending({ delivery_completed: 0 })
  await open(1.5, { deliver_to_bitticket: slow.reply })
  expect(step().getByText('This usually takes a few seconds.')).toBeDefined()
  slow.arrive()
  await pass(1.5)
  expect(step().queryByText('This usually takes a few seconds.')).toBeNull()
})

it('shows the error of a failed delivery, sends no email, and lets the buyer try again [DELI-09, DELI-10, ERRS-33] [F25]', async () => {
  const page = await open(1.5, { deliver_to_bitticket: { delivery_completed: 0 } })
  expect(notices()).toEqual([
    'error: Your payment is complete, and your order is safe. We will keep trying to deliver your tickets.Delivery failed. Please contact support, Error code: 2961',
  ])
  expect(stages()[1]).toBe('failed: Delivering your tickets to your Bitticket wallet failed')
  expect(page.sent('deliver_to_wallet')).toEqual([])
  expect(document.title).toBe('Error: Payment')
  page.answer('deliver_to_bitticket', done)
  button('Try again').focus()
  await act(async () => button('Try again').click())
  expect(document.activeElement?.textContent).toBe(heading())
  expect(document.title).toBe('Payment')
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  await settled()
  expect(page.sent('deliver_to_bitticket').length).toBeGreaterThan(1)
})

it('lets the buyer continue after a failed delivery [F25]', async () => {
  await open(1.5, { deliver_to_bitticket: { delivery_completed: 0 } })
  await act(async () => button('Continue without waiting').click())
  await act(() => vi.advanceTimersByTimeAsync(500))
  await settled()
  expect(shownStep()).toBe('order_completed')
})

it('shows only a warning if just the email failed [F25]', async () => {
  await open(2, { deliver_to_bitticket: done, deliver_to_wallet: { delivery_completed: 0 } })
  expect(notices()).toEqual([
    "warning: Your tickets are in your wallet. We just haven't emailed you a copy yet.",
  ])
})

it('waits for both deliveries, however slow, and asks for each once [DELI-03, DELI-04, DELI-06, DELI-07] [F25]', async () => {
  const [wallet, email] = [pending(done), pending(done)]
  const page = await open(30, { deliver_to_bitticket: wallet.reply, deliver_to_wallet: email.reply })
  expect(stages()[1]).toBe('current: Delivering your tickets to your Bitticket wallet')
  expect(page.sent('deliver_to_wallet')).toEqual([])
  wallet.arrive()
  await pass(30)
  expect(stages()[2]).toBe('current: Sending your ticket wallet to your email')
  expect(notices()).toEqual([])
  email.arrive()
  await pass(2)
  expect(stages()[2]).toBe('done: Ticket wallet sent to your email')
  expect(shownStep()).toBe('deliver_tickets')
  await pass(1.5)
  expect(shownStep()).toBe('order_completed')
  expect([page.sent('deliver_to_bitticket'), page.sent('deliver_to_wallet')]).toEqual([[{}], [{}]])
})

it.each([
  ['the wallet', {}, /Delivery failed\. Please contact support, Error code: 2961$/],
  ['the email', { deliver_to_bitticket: done }, /^warning: Your tickets are in your wallet\./],
])(
  'shows that %s failed when the reply comes late, and leaves the buyer there [DELI-09, DELI-10] [F25]',
  async (_, replies, notice) => {
    const late = pending({ delivery_completed: 0 })
    const page = await open(60, {
      deliver_to_bitticket: late.reply,
      deliver_to_wallet: late.reply,
      ...replies,
    })
    expect(notices()).toEqual([])
    const sent = page.calls.length
    late.arrive()
    await pass(60)
    expect(notices()).toEqual([expect.stringMatching(notice)])
    expect(shownStep()).toBe('deliver_tickets')
    expect(page.calls).toHaveLength(sent)
  },
)

it('explains with an instalment plan that some tickets come at the end of the schedule [DELI-11]', async () => {
  await open(0, {}, { payment_plan_remaining: 1 })
  expect(screen.getByRole('main').textContent).toMatch(
    /Some are delivered at the end of your payment schedule/,
  )
})
