// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  openCheckout,
  pending,
  refused,
  settled,
  shownStep,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const login: WireCheckout = {
  state: 'login',
  tickets: [{ ticket_id: '1', qty: 1, price: '20.00' }],
  seconds_remaining: 125,
  can_extend_hold: true,
}

const seconds = async (count: number) => {
  await act(() => vi.advanceTimersByTimeAsync(count * 1_000))
  await settled()
}

async function open(checkout: Partial<WireCheckout> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], shouldAdvanceTime: true })
  const page = await openCheckout({ ...login, ...checkout })
  // Loading the page has taken some of the time.
  for (let second = 0; second < 10 && !bar(); second += 1) await seconds(1)
  return page
}

const bar = () => document.querySelector('[data-more-time]')
const spoken = () =>
  [...document.querySelectorAll('[role=status] p')].map(({ textContent }) => textContent).join(' ')
const timer = () => screen.getByRole('timer').textContent

it('offers more time when two minutes are left, says so, and leaves the focus where it is', async () => {
  const page = await open()
  expect(bar()?.textContent).toBe('Need more time?Add time')
  expect(spoken()).toContain('2 minutes left')
  expect(spoken()).toContain('Need more time?')
  expect(document.activeElement?.textContent).toBe('Account')
  expect(page.sent('extend_hold')).toEqual([])
})

it('offers it aloud once, on whatever steps it is shown meanwhile', async () => {
  const page = await open({ state: 'gift_aid', donation: { amount_before_booking_fee: '5.00' } })
  expect(spoken().match(/Need more time/g)).toHaveLength(1)
  await seconds(6)
  expect(spoken()).toBe('')
  await page.press(screen.getByRole('radio', { name: 'No, continue without Gift Aid' }))
  await page.press('Continue')
  expect(shownStep()).toBe('login')
  expect(bar()?.textContent).toBe('Need more time?Add time')
  expect(spoken()).toBe('')
})

it('gets it by one press, without a question, and counts down from what the shop answers', async () => {
  const page = await open()
  page.answer('extend_hold', { extended: 1, seconds_remaining: '415' })
  await page.press('Add time')
  expect(page.sent('extend_hold')).toEqual([{}])
  expect(timer()).toContain('6m')
  expect(bar()?.textContent).toBe('You have more time now.')
  expect(spoken()).toContain('You have more time now.')
  await seconds(11)
  expect(bar()).toBeNull()
  expect(shownStep()).toBe('login')
})

it('is busy meanwhile, and asks once however often it is pressed', async () => {
  const page = await open()
  const { reply, arrive } = pending({ extended: true, seconds_remaining: 400 })
  page.answer('extend_hold', reply)
  await page.press('Add time')
  expect(button('Add time').getAttribute('aria-busy')).toBe('true')
  await page.press('Add time')
  expect(page.sent('extend_hold')).toHaveLength(1)
  arrive()
  await settled()
  expect(timer()).toContain('6m')
})

it('says at the end of the time that more is awaited, not that it is up, while the shop has not answered', async () => {
  const page = await open()
  page.answer('extend_hold', pending({}).reply)
  page.answer('get', pending({}).reply)
  await page.press('Add time')
  const said = new Set<string>()
  for (let second = 0; second < 125 && !timer().includes(' 0s'); second += 1) {
    await seconds(1)
    said.add(spoken())
  }
  expect([...said].join(' ')).toContain('1 minute left')
  expect(spoken()).toContain('Checking whether there is more time')
  expect(bar()?.textContent).toBe('Checking whether there is more time')
  expect([...said].join(' ')).not.toContain('Time is up')
})

it('shows why the shop does not give it', async () => {
  const page = await open()
  page.answer('extend_hold', {
    extended: false,
    seconds_remaining: 118,
    message: 'Others are waiting for these tickets',
  })
  await page.press('Add time')
  expect(bar()?.textContent).toBe('Others are waiting for these tickets')
  expect(spoken()).toContain('Others are waiting for these tickets')
})

it('reads the checkout again after a lost answer, and offers nothing that was given already', async () => {
  const page = await open()
  page.answer('extend_hold', refused('', 502))
  page.change({ seconds_remaining: 410, can_extend_hold: false })
  await page.press('Add time')
  expect(timer()).toContain('6m')
  expect(bar()).toBeNull()
})

it('asks a back-end of documented calls for nothing, and offers nothing', async () => {
  const page = await open({ can_extend_hold: undefined })
  await seconds(60)
  expect(bar()).toBeNull()
  expect(page.sent('extend_hold')).toEqual([])
})

it('takes no invalid value for a promise', async () => {
  await open({ can_extend_hold: { yes: 'please' } })
  expect(bar()).toBeNull()
})

it('goes on from what the shop holds after another tab has got more time', async () => {
  const page = await open()
  page.change({ seconds_remaining: 410, can_extend_hold: false })
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'another', newValue: '1' }))
  await settled()
  expect(timer()).not.toContain('6m')
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'foyer.hold', newValue: '1' }))
  await settled()
  expect(timer()).toContain('6m')
  expect(bar()).toBeNull()
})
