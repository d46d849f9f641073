import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { userAddressesQuery } from '#src/address/calls.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { meant } from '#src/checkout/schemas/testing.ts'
import { closeShop, openShop } from '#src/http/testing.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { factsFrom } from '#src/checkout/read-checkout.ts'
import { rememberedGuest } from '#src/checkout/remembered-guest.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as accountActors from './actors.ts'
import { forgetSentCode } from './sent-code.ts'

it("remembers the guest's email for this sale only, even if the reloaded checkout lacks it [OPEN-18]", async () => {
  const wire = { state: 'login', sale_reference: 'S1', error: '' }
  openShop(() => Response.json(wire))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(wire))
  const input = { email: 'ada@example.org', fullName: 'Ada Byron' }
  const { saveGuestToSale } = actorsOf(queryClient, accountActors)
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
  const { checkOneTimeCode } = actorsOf(queryClient, accountActors)
  const check = await toPromise(createActor(checkOneTimeCode, { input }).start())
  expect(check).toMatchObject({ outcome: 'has_account', facts: { state: 'login' } })
})

// Without retries, which have pauses.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))

const email = 'ada@example.org'
const checkoutOf = (wire: object) => checkoutSchema.parse({ state: 'login', ...wire })

/** Runs the account actors against a shop that sends the same reply to every call. */
function openAccount(answer: () => Response = () => Response.json({})) {
  const calls = openShop(answer)
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse({ state: 'login' }))
  queryClient.setQueryData(userQuery.queryKey, null)
  const actors = actorsOf(queryClient, accountActors)
  return {
    calls,
    send: () => toPromise(createActor(actors.sendOneTimeCode, { input: { email } }).start()),
    check: () =>
      toPromise(createActor(actors.checkOneTimeCode, { input: { email, code: '123456' } }).start()),
    save: () =>
      toPromise(createActor(actors.saveGuestToSale, { input: { email, fullName: 'Ada Byron' } }).start()),
    known: (isOtherEmail = false) =>
      toPromise(createActor(actors.fetchUser, { input: { isOtherEmail } }).start()),
    signOut: () => toPromise(createActor(actors.logoutOfSale).start()),
    forget: forgetSentCode,
    ensureUser: () => toPromise(createActor(actors.ensureUser).start()),
    queryClient,
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

/** The tab's storage. */
let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a sent code', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is remembered across a reload [ACCT-07]', async () => {
    await openAccount().send()
    expect(await openAccount().known()).toEqual({ isSignedIn: false, codeSentTo: email, confirmed: null })
    expect([...stored.values()].map((text) => JSON.parse(text) as object)).toEqual([
      { email, isConfirmed: false, sale: '', sentAt: Date.now() },
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

  it('is forgotten when the chart says so, or if it seems to come from the future', async () => {
    await openAccount().send()
    vi.setSystemTime(Date.now() - 1)
    expect(await openAccount().known()).toMatchObject({ codeSentTo: '' })
    await openAccount().send()
    openAccount().forget()
    await vi.waitFor(() => expect(stored.size).toBe(0))
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

describe('a confirmed email', () => {
  const confirmed = { email, fullName: '' }

  it('is known when the buyer comes back to the step, with the name that was given [ACCT-09]', async () => {
    const account = openAccount(() => Response.json({ has_account: false, error: '' }))
    await account.check()
    expect(await account.known()).toEqual({ isSignedIn: false, codeSentTo: '', confirmed })
    await account.save()
    expect(await account.known()).toMatchObject({ confirmed: { email, fullName: 'Ada Byron' } })
  })

  it('is not taken for that of another order, nor once another code was asked for', async () => {
    const account = openAccount(() => Response.json({ has_account: false }))
    await account.check()
    account.queryClient.setQueryData(checkoutQuery.queryKey, checkoutOf({ sale_reference: 'S2' }))
    expect(await account.known()).toMatchObject({ confirmed: null })
    await account.check()
    await account.send()
    expect(await account.known()).toMatchObject({ codeSentTo: email, confirmed: null })
  })

  it('is forgotten once somebody has signed out elsewhere in this browser [S40]', async () => {
    vi.stubGlobal('document', { cookie: 'signed_out=1' })
    const account = openAccount(() => Response.json({ has_account: false }))
    await account.check()
    expect(await account.known()).toMatchObject({ confirmed })
    vi.stubGlobal('document', { cookie: 'signed_out=2' })
    expect(await account.known()).toMatchObject({ confirmed: null })
  })

  it('is forgotten once the buyer wants another email', async () => {
    const account = openAccount(() => Response.json({ has_account: false }))
    await account.check()
    expect(await account.known(true)).toMatchObject({ confirmed: null })
    expect(await account.known()).toMatchObject({ confirmed: null })
  })

  it('is forgotten at a sign-out, and without session storage', async () => {
    const account = openAccount(() => Response.json({ has_account: false }))
    await account.check()
    await account.signOut()
    expect(await account.known()).toMatchObject({ confirmed: null })
    vi.stubGlobal('sessionStorage', undefined)
    await account.check()
    expect(await account.known()).toMatchObject({ confirmed: null })
  })
})

it('treats the buyer as a guest if the user cannot be loaded [OPEN-70]', async () => {
  openShop(() => new Response('', { status: 503 }))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutOf({}))
  const { fetchUser } = actorsOf(queryClient, accountActors)
  expect(await toPromise(createActor(fetchUser, { input: { isOtherEmail: false } }).start())).toEqual({
    isSignedIn: false,
    codeSentTo: '',
    confirmed: null,
  })
})

it('knows a buyer who is signed in', async () => {
  openShop(() => Response.json({ user: { id: '5', email } }))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutOf({}))
  const { fetchUser } = actorsOf(queryClient, accountActors)
  expect(await toPromise(createActor(fetchUser, { input: { isOtherEmail: false } }).start())).toMatchObject({
    isSignedIn: true,
  })
})

it('sends the email for the code, then the code, then the name [CALL-11, CALL-12, CALL-13]', async () => {
  const account = openAccount(() => Response.json({ has_account: false, state: 'login' }))
  expect(await account.send()).toEqual({ outcome: 'sent' })
  await account.check()
  await account.save()
  expect(account.calls.slice(0, 3).map(({ fields }) => fields)).toEqual([
    { email },
    { email, code: '123456' },
    { email, fullname: 'Ada Byron' },
  ])
})

it('asks a new buyer for a name, without reading the account of anybody [ACCT-09]', async () => {
  const account = openAccount(() => Response.json({ has_account: false }))
  expect(await account.check()).toEqual({ outcome: 'new' })
  expect(account.calls).toHaveLength(1)
})

it('forgets the addresses seen before somebody signed in [ACCT-08]', async () => {
  const account = openAccount(() => Response.json({ has_account: true, state: 'login' }))
  account.queryClient.setQueryData(userAddressesQuery.queryKey, [])
  await account.check()
  expect(account.queryClient.getQueryData(userAddressesQuery.queryKey)).toBeUndefined()
})

it('gives the reason why a name was not saved, and keeps no guest', async () => {
  const account = openAccount(() => Response.json({ error: 'This email is blocked' }))
  expect(await account.save()).toEqual({ outcome: 'rejected', message: 'This email is blocked' })
  expect(rememberedGuest(account.queryClient)).toBeUndefined()
})

it('reads the user before the order is shown, unless known [DELI-08]', async () => {
  const account = openAccount(() => Response.json({ user: { id: '5', email } }))
  await account.ensureUser()
  expect(account.queryClient.getQueryData(userQuery.queryKey)).toMatchObject({ email })
  await account.ensureUser()
  expect(account.calls).toHaveLength(1)
})

it('forgets at a sign-out what the checkout has of the last buyer', async () => {
  openShop(() => Response.json({}))
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, meant)
  const { logoutOfSale } = actorsOf(queryClient, accountActors)
  await toPromise(createActor(logoutOfSale).start())
  expect(queryClient.getQueryData(checkoutQuery.queryKey)).toEqual({
    ...meant,
    init_guest_email: '',
    contact_number: '',
    guest_name: '',
    posted_to: '',
    payment_methods: [],
    saved_answers: {},
  })
})

it.each([
  ['deletes the kept tickets, and no other cache', () => Promise.resolve(['wallet-1', 'other', 'wallet-2'])],
  [
    'goes on if the browser keeps nothing',
    () => Promise.reject(new DOMException('The operation is insecure')),
  ],
])('signing out %s', async (_, keys) => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { keys, delete: async (name: string) => deleted.push(name) })
  openShop(() => Response.json({}))
  const { logoutOfSale } = actorsOf(new QueryClient(), accountActors)
  await toPromise(createActor(logoutOfSale).start())
  expect(deleted).toEqual(
    await keys().then(
      () => ['wallet-1', 'wallet-2'],
      () => [],
    ),
  )
  vi.unstubAllGlobals()
})
