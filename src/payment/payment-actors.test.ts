import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, type AnyActor } from 'xstate'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { cardCredentialsQuery } from './calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { expressDetails } from '#machines/testing/samples.ts'
import { closeShop, openShop } from '#src/http/testing.ts'
import { cardFields } from '#src/payment/card/card-fields.ts'
import { openPaymentCharts } from './testing.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as paymentActors from './actors.ts'

/** Actors load with their step; the first load may take long on a busy machine, in milliseconds. */
const coldImport = 10_000

// Without retries, which have pauses.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))
vi.mock('#src/payment/card/card-provider.ts', () => ({ loadCardProvider: () => Promise.resolve() }))
vi.mock('#src/lib/config.ts', () => ({ config: { cardPublishableKey: 'pk_configured', stripeScript: '' } }))

afterEach(() => vi.restoreAllMocks())

const card = { method: 'card', details: { contactNumber: '', account: null } } as const
const payCall = 'POST /ajax/checkout/checkout/pay_with_card/'

function open(answer?: () => Response) {
  const calls = openShop(answer)
  const queryClient = new QueryClient()
  const actors = actorsOf(queryClient, paymentActors)
  return {
    queryClient,
    actors,
    setSale: (sale_reference: string) =>
      queryClient.setQueryData(
        checkoutQuery.queryKey,
        checkoutSchema.parse({ state: 'payment', sale_reference, opoa: { merchant_id: 'acct_1' } }),
      ),
    ...openPaymentCharts(queryClient),
    lines: () => calls.map(({ line }) => line),
    paid: () => calls.filter(({ line }) => line === payCall).map(({ fields }) => fields),
  }
}

/** Runs an actor until it succeeds or fails. */
async function run(actor: AnyActor) {
  actor.subscribe({ error: () => {} })
  actor.start()
  await vi.waitFor(() => expect(actor.getSnapshot()).not.toMatchObject({ status: 'active' }), coldImport)
  return actor.getSnapshot() as { status: string }
}

describe('paying by card', () => {
  it('sends no payment after the actor was stopped, even if the provider replies later', async () => {
    const provider = Promise.withResolvers<{ id: string }>()
    vi.spyOn(cardFields, 'createPaymentMethod').mockReturnValueOnce(provider.promise)
    const { setSale, pay, leave, lines } = open()
    setSale('S0')
    void pay(card)
    await vi.waitFor(() => expect(cardFields.createPaymentMethod).toHaveBeenCalled(), coldImport)
    leave()
    provider.resolve({ id: 'pm_1' })
    await new Promise(setImmediate)
    expect(lines()).toEqual([])
  })

  it('repeats an attempt without a reply, but not for another sale', async () => {
    let cards = 0
    vi.spyOn(cardFields, 'createPaymentMethod').mockImplementation(() =>
      Promise.resolve({ id: `pm_${++cards}` }),
    )
    const { setSale, pay, paid } = open(() => new Response('', { status: 503 }))
    for (const sale of ['S1', 'S1', 'S2']) {
      setSale(sale)
      await pay(card)
    }
    const [first, second, other] = paid()
    expect(second).toEqual(first)
    expect(other?.payment_method_id).toBe('pm_2')
    expect(other?.attempt).not.toBe(first?.attempt)
  })
})

describe('a payment after one that the shop could not start', () => {
  /** Types a card, and pays twice though the shop cannot start it, with another card the second time if `isChanged`. */
  async function payTwice(isChanged = false) {
    let cards = 0
    vi.spyOn(cardFields, 'createPaymentMethod').mockImplementation(() =>
      Promise.resolve({ id: `pm_${++cards}` }),
    )
    const { setSale, pay, changeCard, paid } = open(() =>
      Response.json({ message: 'Try again in a moment' }, { status: 503 }),
    )
    setSale('S1')
    await pay(card)
    if (isChanged) changeCard()
    setSale('S1')
    await pay(card)
    return paid()
  }

  it('repeats the attempt with the same card, so that it cannot charge twice', async () => {
    const [first, second] = await payTwice()
    expect(first).toMatchObject({ payment_method_id: 'pm_1' })
    expect(second).toEqual(first)
  })

  it('starts another attempt with another card, which is charged', async () => {
    const [first, second] = await payTwice(true)
    expect(second).toMatchObject({ payment_method_id: 'pm_2' })
    expect(second?.attempt).not.toBe(first?.attempt)
  })
})

describe('a payment that the shop rejects', () => {
  const failed = 'There was an error with your payment. Please try again.'

  async function refusedWith(status: number, reply: object | string) {
    vi.spyOn(cardFields, 'createPaymentMethod').mockResolvedValue({ id: 'pm_1' })
    const body = typeof reply === 'string' ? reply : JSON.stringify(reply)
    const { setSale, pay, paid } = open(() => new Response(body, { status }))
    setSale('S1')
    const outcome = await pay(card)
    expect(paid()).toHaveLength(1)
    return outcome
  }

  it.each([
    [404, { message: 'Not found' }],
    [404, { error: 'Not found' }],
    [405, { message: 'Method Not Allowed' }],
    [501, { message: 'Not Implemented' }],
    [404, '<!doctype html><h1>Not found</h1>'],
  ])('shows the generic message after %i %j, which is not for buyers [PAYM-49]', async (status, reply) => {
    expect(await refusedWith(status, reply)).toEqual({
      status: 'unsuccessful',
      message: failed,
      isDeclined: false,
    })
  })

  it("shows the shop's message [PAYM-49]", async () => {
    const message = 'Your tickets are no longer held'
    expect(await refusedWith(409, { message })).toEqual({
      status: 'unsuccessful',
      message,
      isDeclined: false,
    })
  })
})

describe("saving the express buyer's account", () => {
  const account = { ...expressDetails, contactNumber: '' }
  const save = (shop: ReturnType<typeof open>) =>
    run(createActor(shop.actors.saveExpressAccount, { input: { details: account } }))

  it("returns the shop's message [OPEN-17]", async () => {
    const shop = open(() => Response.json({ message: 'This email is blocked' }, { status: 422 }))
    expect(await save(shop)).toMatchObject({ status: 'done', output: { error: 'This email is blocked' } })
  })

  it('fails without a message if the shop lacks the call', async () => {
    const shop = open(() => Response.json({ message: 'Not found' }, { status: 404 }))
    expect(await save(shop)).toMatchObject({ status: 'error' })
  })
})

describe('loading the card form', () => {
  function prepare(shop: ReturnType<typeof open>) {
    shop.setSale('S1')
    return run(createActor(shop.actors.prepareCard))
  }

  it.each([
    ['replies 404', () => new Response('', { status: 404 })],
    ['replies with an HTML page', () => new Response('<!doctype html><h1>Welcome</h1>')],
    ['sends no key', () => Response.json({})],
    ['replies 403', () => Response.json({ message: 'Forbidden' }, { status: 403 })],
    ['replies 500', () => new Response('', { status: 500 })],
  ])('uses the configured key if the shop %s [PAYM-60]', async (_, answer) => {
    const shop = open(answer)
    expect(await prepare(shop)).toMatchObject({ status: 'done' })
    expect(shop.queryClient.getQueryData(cardCredentialsQuery.queryKey)).toEqual({
      publishable_key: 'pk_configured',
      account: 'acct_1',
      script: '',
    })
  })

  it('fails if the shop cannot be reached, so that the buyer can try again', async () => {
    const shop = open()
    closeShop()
    expect(await prepare(shop)).toMatchObject({ status: 'error' })
  })
})
