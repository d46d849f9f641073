// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitPageEvent } from '#src/lib/page-events.ts'

vi.useFakeTimers()
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

await act(() => import('./monitor-page.ts'))

const banner = () => document.querySelector('[data-connection]')?.textContent
const tell = (path: string, type: 'sent' | 'call') =>
  act(() =>
    emitPageEvent(
      type === 'sent' ? { type, call: 1, path } : { type, call: 1, path, method: 'POST', status: 200, ms: 1 },
    ),
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => expect(banner()).toBeUndefined())
afterEach(() => pass(60_000))

it.each([
  '/ajax/checkout/checkout/reserve_tickets/',
  '/ajax/checkout/checkout/pay_with_card/',
  '/ajax/checkout/deliver_tickets/',
  '/ajax/seats/get_event_date/',
])('says that it is still working while the call %s takes long [F4]', async (path) => {
  await tell('/ajax/checkout/checkout/get/', 'sent')
  await tell('/ajax/checkout/checkout/get/', 'call')
  await tell(path, 'sent')
  await pass(9_999)
  expect(banner()).toBeUndefined()
  await pass(1)
  expect(banner()).toMatch(/^Still working/)
  await tell(path, 'call')
  expect(banner()).toBeUndefined()
})

it('says nothing of a report of the step that takes long, which the buyer does not wait for', async () => {
  await tell('/ajax/checkout/checkout/update_basket_state/', 'sent')
  await pass(20_000)
  expect(banner()).toBeUndefined()
})
