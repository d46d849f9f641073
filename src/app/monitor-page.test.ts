// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HttpFailure } from '#src/http/errors.ts'
import { reading } from '#src/http/reading.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { queryClient } from './query-client.ts'

vi.useFakeTimers()
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const begun = busyTwice('begun before')
const beforeLoad = begun.read()
const early = { call: 9, path: '/ajax/user/user/logout/' }
emitPageEvent({ type: 'sent', ...early })
emitPageEvent({ type: 'call', ...early, method: 'POST', status: 403, ms: 1 })
await act(() => import('./monitor-page.ts'))
const atFirst = document.querySelector('[data-connection]')?.getAttribute('data-connection')
act(() => void window.dispatchEvent(new Event('offline')))
act(() => void window.dispatchEvent(new Event('online')))
await act(() => vi.advanceTimersByTimeAsync(3_000))

/** A read that a busy shop answers twice by asking for ten seconds' patience, and then in earnest. */
function busyTwice(name: string, replies = 2) {
  let asked = 0
  const queryFn = () => {
    asked += 1
    return asked <= replies ? Promise.reject(new HttpFailure(503, '', '', 10_000)) : Promise.resolve(name)
  }
  return {
    asked: () => asked,
    read: () => queryClient.fetchQuery({ ...reading, queryKey: [name], queryFn }).catch(() => 'failed'),
  }
}

const banner = () => document.querySelector('[data-connection]')?.textContent
const tell = (path: string, type: 'sent' | 'call') =>
  act(() =>
    emitPageEvent(
      type === 'sent' ? { type, call: 1, path } : { type, call: 1, path, method: 'POST', status: 200, ms: 1 },
    ),
  )
const begin = (read: () => Promise<string>) => act(() => Promise.resolve({ end: read() }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => expect(banner()).toBeUndefined())
afterEach(() => pass(60_000))

it('says that it is still working while a read that began before waits for a busy shop [F4, F21]', async () => {
  await pass(10_000)
  expect(banner()).toMatch(/^Still working/)
  await pass(15_000)
  expect(await beforeLoad).toBe('begun before')
  expect(banner()).toBeUndefined()
})

it('says that it is still working while a read waits for a shop that twice asks for ten seconds [F4, F21]', async () => {
  const { asked, read } = busyTwice('checkout')
  const result = await begin(read)
  await pass(9_999)
  expect([asked(), banner()]).toEqual([1, undefined])
  await pass(1)
  expect(banner()).toMatch(/^Still working/)
  await pass(9_000)
  expect([asked(), banner()]).toEqual([2, expect.stringMatching(/^Still working/)])
  await pass(3_000)
  expect([await result.end, banner()]).toEqual(['checkout', undefined])
})

it('does not say so any more once a read has failed', async () => {
  const result = await begin(busyTwice('failing', 3).read)
  await pass(25_000)
  expect([await result.end, banner()]).toEqual(['failed', undefined])
})

it('does not say so any more once the page has dropped a read that is pending [F4]', async () => {
  const read = () =>
    queryClient.fetchQuery({
      ...reading,
      queryKey: ['dropped'],
      queryFn: () => new Promise<string>(() => {}),
    })
  await begin(() => read().catch(() => 'dropped'))
  await pass(10_000)
  expect(banner()).toMatch(/^Still working/)
  await act(async () => queryClient.removeQueries({ queryKey: ['dropped'] }))
  expect(banner()).toBeUndefined()
})

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

it('knows of calls that have ended before it was loaded [F12]', () => expect(atFirst).toBe('unrecognised'))

it('asks to load the page again when the shop does not recognise the session in what the page reads by POST [F12]', async () => {
  const read = '/ajax/checkout/checkout/get_card_credentials/'
  await tell(read, 'sent')
  act(() => emitPageEvent({ type: 'call', call: 1, path: read, method: 'POST', status: 403, ms: 1 }))
  expect(banner()).toMatch(/^The shop did not recognise this page/)
  const pressed = '/ajax/checkout/checkout/save_donation/'
  await tell(pressed, 'sent')
  await tell(pressed, 'call')
  expect(banner()).toBeUndefined()
})

it.each([403, 419])(
  'asks to load the page again when the shop does not recognise its session, until it has accepted a call: %i [F12]',
  async (status) => {
    const path = '/ajax/checkout/checkout/save_donation/'
    const answered = { type: 'call', call: 1, path, ms: 1 } as const
    await tell(path, 'sent')
    act(() => emitPageEvent({ ...answered, method: 'POST', status }))
    expect(banner()).toMatch(/^The shop did not recognise this page/)
    expect(document.querySelector('[data-connection] button')?.textContent).toBe('Load the page again')
    act(() => emitPageEvent({ ...answered, method: 'GET', status: 200 }))
    const ahead = '/ajax/checkout/checkout/get_card_credentials/'
    await tell(ahead, 'sent')
    await tell(ahead, 'call')
    expect(banner()).toMatch(/^The shop did not recognise this page/)
    await tell(path, 'sent')
    act(() => emitPageEvent({ ...answered, method: 'POST', status: 422 }))
    expect(banner()).toMatch(/^The shop did not recognise this page/)
    await tell(path, 'sent')
    await tell(path, 'call')
    expect(banner()).toBeUndefined()
  },
)
