import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { checkoutRefreshMachine } from '#machines/checkout-refresh.ts'
import type { Refreshed } from '#machines/checkout-refresh.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { openShop } from '#src/http/testing.ts'
import { createCheckoutActors } from '#src/checkout/checkout-actors.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import { loadScript } from '#src/lib/script-loader.ts'
import { whenIdle } from '#src/lib/when-idle.ts'
import { cardCredentialsQuery, squareScript } from '#src/payment/calls.ts'
import * as reservationActors from './actors.ts'

/** Actors load with their step; the first load may take long on a busy machine, in milliseconds. */
const coldImport = 10_000

vi.mock('#src/lib/config.ts', () => ({ config: { redirectHosts: ['bank.example'] } }))

vi.mock('#src/lib/script-loader.ts', () => ({ loadScript: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.setSystemTime(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page with a basket of this total, and a shop that answers every call alike. */
function openPage(reply: object, basket_total = '20.00', changes: object = {}) {
  const calls = openShop(() => Response.json(reply))
  const queryClient = new QueryClient()
  queryClient.setQueryData(
    checkoutQuery.queryKey,
    checkoutSchema.parse({ state: 'reserve', basket_total, ...changes }),
  )
  const actors = actorsOf(queryClient, reservationActors)
  return {
    calls: () => calls.map(({ line, fields }) => [line.split('/').at(-2), fields]),
    checkout: () => queryClient.getQueryData(checkoutQuery.queryKey),
    credentials: () => queryClient.getQueryData(cardCredentialsQuery.queryKey),
    setCredentials: (publishable_key: string) =>
      queryClient.setQueryData(cardCredentialsQuery.queryKey, { publishable_key, account: '', script: '' }),
    reserve: (token = '') => toPromise(createActor(actors.reserveTickets, { input: { token } }).start()),
    /** Starts a refresh while an older request, answered with `reply`, is under way. */
    refresh(reply: Promise<object>) {
      void queryClient.fetchQuery({
        ...checkoutQuery,
        staleTime: 0,
        queryFn: async () => checkoutSchema.parse(await reply),
      })
      const refreshed: Refreshed[] = []
      const refresh = createActor(
        checkoutRefreshMachine.provide({
          actors: { loadCheckout: createCheckoutActors(queryClient).refreshCheckout },
          actions: { sendRefreshed: (_, reply) => void refreshed.push(reply) },
        }),
      ).start()
      refresh.send({ type: 'refresh.request' })
      return { send: refresh.send, refreshed }
    },
    open: (address: string) => createActor(actors.openAddress, { input: { address } }),
  }
}

const square = { app_id: 'sq0idp-1', location_id: 'L1', checkout_js: '' }

const reserved = { reserved: 1, sale_reference: 'S9', checkout_time: 600 }

describe('reserving', () => {
  it('starts the hold now, and keeps its sale and time for the page, without what was wrong before [RESV-05, RESV-06, RESV-07]', async () => {
    const page = openPage(reserved, '20.00', { reserving_error: 'Your checkout time expired.' })
    const asOf = performance.now()
    expect(await page.reserve()).toEqual({
      outcome: 'reserved',
      facts: expect.objectContaining({ sale: 'S9', secondsRemaining: 600 }) as Facts,
      hold: { seconds: 600, deadline: asOf + 600_000, asOf },
      isSupportedBrowser: true,
    })
    expect(page.checkout()).toMatchObject({
      reserving_error: '',
      sale_reference: 'S9',
      seconds_remaining: 600,
      basket_total: 2_000,
    })
  })

  it('has a refresh that was under way read the checkout once more, as it cannot know of the hold', async () => {
    const page = openPage({ ...reserved, state: 'login', seconds_remaining: 600 })
    const older = Promise.withResolvers<object>()
    const refresh = page.refresh(older.promise)
    await page.reserve()
    refresh.send({ type: 'tickets.reserved' })
    older.resolve({ state: 'reserve' })
    await vi.waitFor(() => expect(refresh.refreshed).toMatchObject([{ hold: { seconds: 600 } }]))
    expect(page.checkout()?.seconds_remaining).toBe(600)
  })

  it('sends a captcha token only when there is one [CALL-10, RESV-04]', async () => {
    const page = openPage({ error: 'Sold out' })
    await page.reserve()
    await page.reserve('passed')
    expect(page.calls()).toEqual([
      ['reserve_tickets', {}],
      ['reserve_tickets', { 'h-captcha-response': 'passed' }],
    ])
  })

  it("loads Square's credentials and script ahead of the payment, and goes on without them [RESV-09]", async () => {
    vi.stubGlobal('window', {})
    const loaded = vi.mocked(loadScript).mockRejectedValue(new Error('blocked'))
    const page = openPage({ ...reserved, ...square }, '20.00', { opoa: { provider: 'square' } })
    expect(await page.reserve()).toMatchObject({ outcome: 'reserved' })
    await vi.waitFor(() => expect(loaded.mock.calls).toEqual([[squareScript]]), coldImport)
    expect(page.calls().map(([name]) => name)).toEqual(['reserve_tickets', 'get_square_credentials'])
  })

  it('asks for the card credentials ahead of the payment, except for a free basket [RESV-09]', async () => {
    const page = openPage(reserved)
    await page.reserve()
    await vi.waitFor(() => expect(page.calls().at(-1)?.[0]).toBe('get_card_credentials'), coldImport)
    const free = openPage(reserved, '0.00')
    await free.reserve()
    await whenIdle()
    await new Promise(setImmediate)
    expect(free.calls()).toHaveLength(1)
  })

  it('forgets the credentials of an earlier reservation at once, but not what the payment has asked for meanwhile [RESV-09, PAYM-60]', async () => {
    const page = openPage(reserved)
    page.setCredentials('pk_other')
    await page.reserve()
    expect(page.credentials()).toBeUndefined()
    page.setCredentials('pk_of_payment')
    await whenIdle()
    await new Promise(setImmediate)
    expect(page.credentials()?.publishable_key).toBe('pk_of_payment')
    expect(page.calls()).toHaveLength(1)
  })

  it.each([
    [
      { captcha: 1, captcha_sitekey: 'key', error: 'Try again' },
      { outcome: 'captcha', sitekey: 'key', error: 'Try again' },
    ],
    [{ redirect: '/queue/' }, { outcome: 'redirect', url: '/queue/' }],
    [{ error: 'Sold out' }, { outcome: 'error', error: 'Sold out' }],
    [{}, { outcome: 'unknown' }],
  ])('holds nothing after the reply %j [RESV-11, RESV-12, RESV-13, RESV-14]', async (reply, outcome) => {
    const page = openPage(reply)
    expect(await page.reserve()).toEqual(outcome)
    expect(page.checkout()).toMatchObject({ sale_reference: '', seconds_remaining: null })
  })
})

describe('an address from the shop', () => {
  /** Where the page goes, if anywhere. */
  function watchLocation() {
    const assign = vi.fn()
    vi.stubGlobal('window', { location: { assign } })
    return assign
  }

  it.each([
    ['/queue/?event=7', '/queue/?event=7'],
    ['https://bank.example/pay', 'https://bank.example/pay'],
  ])('is opened, and the actor never ends: %s [RESV-12]', async (address, opened) => {
    const page = openPage({})
    const assign = watchLocation()
    const opening = page.open(address).start()
    await vi.waitFor(() => expect(assign.mock.calls).toEqual([[opened]]), coldImport)
    await new Promise(setImmediate)
    expect(opening.getSnapshot().status).toBe('active')
  })

  it('is not opened on another host', async () => {
    const page = openPage({})
    const assign = watchLocation()
    await expect(toPromise(page.open('https://evil.example/').start())).rejects.toThrow('not allowed')
    expect(assign).not.toHaveBeenCalled()
  })
})
