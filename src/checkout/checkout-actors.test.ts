import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { openShop } from '#src/http/testing.ts'
import { checkoutQuery } from './checkout-calls.ts'
import { userQuery } from './user-calls.ts'
import { createCheckoutActors } from './checkout-actors.ts'

// Reading again after a failure takes its time.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page whose shop answers each call by the last part of its path. */
function openPage(replies: Record<string, () => Response>) {
  const calls = openShop(() => replies[nameOf(calls.at(-1)?.line ?? '')]?.() ?? Response.json({}))
  const queryClient = new QueryClient()
  const actors = createCheckoutActors(queryClient)
  return {
    queryClient,
    names: () => calls.map(({ line }) => nameOf(line)),
    fields: () => calls.at(-1)?.fields,
    load: () => toPromise(createActor(actors.loadCheckout).start()),
    loadUser: () => toPromise(createActor(actors.loadUser).start()),
    refresh: (canJoin = true) =>
      toPromise(createActor(actors.refreshCheckout, { input: { canJoin } }).start()),
    report: () => toPromise(createActor(actors.updateBasketState, { input: { state: 'payment' } }).start()),
  }
}

const nameOf = (line: string) => line.split('/').at(-2) ?? ''
const checkout = { state: 'payment', sale_reference: 'S1', seconds_remaining: 90 }
const ann = { user: { id: '5', email: 'ann@example.com' } }

it('loads the checkout with its hold each time, and the user only once [CALL-03, CALL-31, CONT-17, CONT-18, DARK-04]', async () => {
  const page = openPage({ get: () => Response.json(checkout), get_user: () => Response.json(ann) })
  const deadline = performance.now() + 90_000
  expect(await page.load()).toMatchObject({ facts: { state: 'payment' }, hold: { seconds: 90, deadline } })
  await page.loadUser()
  await page.load()
  await page.loadUser()
  expect(page.names()).toEqual(['get', 'get_user', 'get'])
})

it('corrects the facts of a checkout that was loaded before the user [CONT-17, OPEN-18]', async () => {
  const page = openPage({ get: () => Response.json(checkout), get_user: () => Response.json(ann) })
  expect((await page.load()).facts.hasEmail).toBe(false)
  expect(await page.loadUser()).toMatchObject({ facts: { state: 'payment', hasEmail: true } })
})

it('knows the user when the checkout is loaded later [CONT-17]', async () => {
  const page = openPage({ get: () => Response.json(checkout), get_user: () => Response.json(ann) })
  expect(await page.loadUser()).toEqual({ facts: null })
  expect((await page.load()).facts.hasEmail).toBe(true)
})

it('knows no hold where the shop names no time', async () => {
  const page = openPage({ get: () => Response.json({ ...checkout, seconds_remaining: null }) })
  expect((await page.load()).hold).toBeNull()
})

it('asks once for two refreshes at the same time', async () => {
  const page = openPage({ get: () => Response.json(checkout) })
  await Promise.all([page.refresh(), page.refresh()])
  expect(page.names()).toEqual(['get'])
  await page.refresh()
  expect(page.names()).toEqual(['get', 'get'])
})

it('reads once more for a refresh that must not join the one under way', async () => {
  const replies = [checkout, { ...checkout, seconds_remaining: 600 }]
  const page = openPage({ get: () => Response.json(replies.shift()) })
  void page.refresh()
  expect(await page.refresh(false)).toMatchObject({ hold: { seconds: 600 } })
})

it('loads a checkout that was asked for after the change, also while an older request is under way', async () => {
  const older = Promise.withResolvers<object>()
  const page = openPage({ get: () => Response.json({ ...checkout, seconds_remaining: 600 }) })
  page.queryClient.setQueryData(userQuery.queryKey, null)
  void page.queryClient.fetchQuery({
    ...checkoutQuery,
    queryFn: async () => checkoutSchema.parse(await older.promise),
  })
  const loading = page.load()
  older.resolve(checkout)
  expect((await loading).hold?.seconds).toBe(600)
})

it('loads the checkout though the request before it failed', async () => {
  const older = Promise.withResolvers<never>()
  const page = openPage({ get: () => Response.json(checkout) })
  page.queryClient
    .fetchQuery({ ...checkoutQuery, queryFn: () => older.promise, retry: false })
    .catch(() => {})
  const loading = page.load()
  older.reject(new Error('gone'))
  expect((await loading).hold?.seconds).toBe(90)
})

it.each([
  ['has signed out', []],
  ['is somebody else', { id: '6', email: 'bob@example.com' }],
])('knows at a refresh that the buyer %s meanwhile, in another tab', async (_, user) => {
  const replies = [ann, { user }]
  const page = openPage({ get_user: () => Response.json(replies.shift()) })
  await page.loadUser()
  expect(await page.refresh()).toEqual({ isBuyerGone: true })
})

it('knows at a refresh that the buyer is the same', async () => {
  const page = openPage({ get: () => Response.json(checkout), get_user: () => Response.json(ann) })
  await page.loadUser()
  expect(await page.refresh()).toMatchObject({ facts: { hasEmail: true }, hold: { seconds: 90 } })
  expect(page.names()).toEqual(['get_user', 'get_user', 'get'])
})

it('keeps the known buyer at a refresh that cannot read the user', async () => {
  const replies = [Response.json(ann), Response.json({}, { status: 500 })]
  const page = openPage({
    get: () => Response.json(checkout),
    get_user: () => replies.shift() ?? Response.error(),
  })
  await page.loadUser()
  expect(await page.refresh()).toMatchObject({ facts: { hasEmail: true } })
})

it('does not ask for the user of a guest at a refresh [DARK-04]', async () => {
  const page = openPage({ get: () => Response.json(checkout), get_user: () => Response.json({ user: [] }) })
  await page.loadUser()
  await page.refresh()
  expect(page.names()).toEqual(['get_user', 'get'])
})

it('reports the step and learns the time left for it, if the shop tells [CALL-32]', async () => {
  const replies = [{ seconds_remaining: 45 }, {}]
  const page = openPage({ update_basket_state: () => Response.json(replies.shift()) })
  const asOf = performance.now()
  expect(await page.report()).toEqual({ hold: { seconds: 45, deadline: asOf + 45_000, asOf } })
  expect(page.fields()).toEqual({ state: 'payment' })
  expect(await page.report()).toEqual({ hold: null })
})

it('counts the hold from when the step was reported, however late the reply comes [CALL-32, CONT-61]', async () => {
  const page = openPage({
    update_basket_state: () => {
      vi.advanceTimersByTime(20_500)
      return Response.json({ seconds_remaining: 45 })
    },
  })
  const asOf = performance.now()
  expect(await page.report()).toEqual({ hold: { seconds: 45, deadline: asOf + 45_000, asOf } })
})

it('counts a hold that is read again from when it was asked for, however late the reply comes [CONT-60]', async () => {
  const page = openPage({
    get: () => {
      vi.advanceTimersByTime(20_500)
      return Response.json(checkout)
    },
  })
  const asOf = performance.now()
  expect(await page.refresh()).toMatchObject({ hold: { seconds: 90, deadline: asOf + 90_000, asOf } })
})

it('takes a load that was pending already for older than all that is known of the hold [CONT-60]', async () => {
  const page = openPage({ get: () => Response.json(checkout) })
  const loading = page.load()
  const refreshed = await page.refresh()
  await loading
  expect(page.names()).toEqual(['get'])
  expect(refreshed).toMatchObject({ hold: { seconds: 90, asOf: 0 } })
})
