import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { checkoutSchema } from '#src/api/schemas/checkout.ts'
import { closeShop, openShop } from '#src/api/testing.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { createAccountActors } from './account-actors.ts'
import { factsFrom } from './read-checkout.ts'

it("remembers the guest's email for this sale only, even if the reloaded checkout lacks it [OPEN-18]", async () => {
  const wire = { state: 'login', sale_reference: 'S1', error: '' }
  openShop(() => Response.json(wire))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(wire))
  const input = { email: 'ada@example.org', fullName: 'Ada Byron' }
  const { saveGuestToSale } = createAccountActors(queryClient)
  const saved = await toPromise(createActor(saveGuestToSale, { input }).start())
  expect(saved).toMatchObject({ outcome: 'saved', facts: { hasEmail: true } })

  const other = checkoutSchema.parse({ ...wire, sale_reference: 'S2' })
  queryClient.setQueryData(checkoutQuery.queryKey, other)
  expect(factsFrom(queryClient, other).hasEmail).toBe(false)
})

it('accepts a correct code even if the checkout cannot be reloaded [ACCT-08]', async () => {
  const answers = [Response.json({ has_account: true })]
  openShop(() => answers.shift() ?? new Response('', { status: 400 }))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse({ state: 'login' }))
  const input = { email: 'ada@example.org', code: '123456' }
  const { checkOneTimeCode } = createAccountActors(queryClient)
  const check = await toPromise(createActor(checkOneTimeCode, { input }).start())
  expect(check).toMatchObject({ outcome: 'has_account', facts: { state: 'login' } })
})

// Without retries, which have pauses.
vi.mock('#src/api/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))

const email = 'ada@example.org'

/** Runs the account actors against a shop that sends the same reply to every call. */
function openAccount(answer: () => Response = () => Response.json({})) {
  const calls = openShop(answer)
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse({ state: 'login' }))
  queryClient.setQueryData(userQuery.queryKey, null)
  const actors = createAccountActors(queryClient)
  return {
    calls,
    send: () => toPromise(createActor(actors.sendOneTimeCode, { input: { email } }).start()),
    check: () =>
      toPromise(createActor(actors.checkOneTimeCode, { input: { email, code: '123456' } }).start()),
    save: () =>
      toPromise(createActor(actors.saveGuestToSale, { input: { email, fullName: 'Ada Byron' } }).start()),
    known: () => toPromise(createActor(actors.fetchUser).start()),
  }
}

describe('an error of the shop', () => {
  const refusal = (status: number, message: string) => () => Response.json({ message }, { status })

  it("is an outcome with the shop's message, for every call [ACCT-19, ACCT-20]", async () => {
    const account = openAccount(refusal(429, 'Slow down'))
    const refused = { outcome: 'refused', message: 'Slow down' }
    expect(await account.send()).toEqual(refused)
    expect(await account.save()).toEqual(refused)
    expect(await openAccount(refusal(503, 'Slow down')).check()).toEqual(refused)
  })

  it('fails the actor if the shop lacks the call or does not reply', async () => {
    const account = openAccount(refusal(404, 'Not found'))
    await expect(account.send()).rejects.toThrow()
    closeShop()
    await expect(account.check()).rejects.toThrow()
  })
})

describe('a sent code', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    stored = new Map()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is remembered across a reload, by email and time only [ACCT-07]', async () => {
    await openAccount().send()
    expect(await openAccount().known()).toEqual({ isSignedIn: false, codeSentTo: email })
    expect([...stored.values()].map((text) => JSON.parse(text) as object)).toEqual([
      { email, sentAt: Date.now() },
    ])
  })

  it('is forgotten after 15 minutes [ACCT-18]', async () => {
    await openAccount().send()
    vi.setSystemTime(Date.now() + 15 * 60_000 - 1)
    expect(await openAccount().known()).toMatchObject({ codeSentTo: email })
    vi.setSystemTime(Date.now() + 1)
    expect(await openAccount().known()).toMatchObject({ codeSentTo: '' })
    expect(stored.size).toBe(0)
  })

  it('is forgotten once it is used, for an account and for a new customer [ACCT-08, ACCT-09]', async () => {
    for (const has_account of [true, false]) {
      await openAccount().send()
      await openAccount(() => Response.json({ has_account })).check()
      expect(await openAccount().known()).toMatchObject({ codeSentTo: '' })
    }
  })

  it('is still remembered after a wrong code [ACCT-20]', async () => {
    await openAccount().send()
    const wrong = { type: 'one_time_code', message: 'Wrong' }
    await openAccount(() => Response.json(wrong, { status: 422 })).check()
    expect(await openAccount().known()).toMatchObject({ codeSentTo: email })
  })

  it('is not remembered if it was not sent, if the stored data is invalid, or without session storage', async () => {
    await openAccount(() => Response.json({ message: 'No' }, { status: 422 })).send()
    expect(await openAccount().known()).toMatchObject({ codeSentTo: '' })
    for (const text of ['{', '7', '{"email":7,"sentAt":0}']) {
      stored.set('sent-code', text)
      expect(await openAccount().known()).toMatchObject({ codeSentTo: '' })
    }
    vi.stubGlobal('sessionStorage', undefined)
    await openAccount().send()
    expect(await openAccount().known()).toMatchObject({ codeSentTo: '' })
  })
})

it('treats the buyer as a guest if the user cannot be loaded [OPEN-70]', async () => {
  openShop(() => new Response('', { status: 503 }))
  const { fetchUser } = createAccountActors(new QueryClient())
  expect(await toPromise(createActor(fetchUser).start())).toEqual({ isSignedIn: false, codeSentTo: '' })
})
