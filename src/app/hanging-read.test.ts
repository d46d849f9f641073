// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { afterAll, expect, it, vi } from 'vitest'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { readCheckout, rereadCheckout } from '#src/checkout/read-checkout.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { loadHttp } from '#src/http/load-http.ts'
import { queryClient } from './query-client.ts'

vi.useFakeTimers()
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

/** How each request for the checkout or the user is answered; undefined for never. */
let answers: (Response | undefined)[] = []
const checkout = () => Response.json({ state: 'basket', sale_reference: 'K1' })
vi.stubGlobal('fetch', ({ url }: Request) => {
  if (!url.endsWith('/checkout/get/') && !url.endsWith('/get_user/'))
    return Promise.resolve(Response.json({}))
  const answer = answers.shift()
  return answer ? Promise.resolve(answer) : new Promise(() => {})
})
afterAll(() => vi.unstubAllGlobals())

// Otherwise its script comes in real time, which no test's clock moves.
await loadHttp()
await act(() => import('./monitor-page.ts'))
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

it('asks again for a checkout that does not arrive, for all who wait for it [F4, F21]', async () => {
  answers = [undefined, checkout()]
  const read: unknown[] = []
  await act(async () => {
    void readCheckout(queryClient).then((reply) => read.push(reply.sale_reference))
    void rereadCheckout(queryClient).then((reply) => read.push(reply.sale_reference))
  })
  await pass(39)
  expect(read).toEqual([])
  await pass(2)
  expect(read).toEqual(['K1', 'K1'])
  expect(document.querySelector('[data-connection]')).toBeNull()
  expect(queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference).toBe('K1')
})

it('asks again for a user who does not arrive, so that the checkout behind is read [F4, F21]', async () => {
  answers = [undefined, Response.json({ user: { id: '5' } })]
  const read: unknown[] = []
  await act(async () => {
    void queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).then((user) => read.push(user?.id))
  })
  await pass(41)
  expect(read).toEqual(['5'])
})
