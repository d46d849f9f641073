import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, type AnyActor } from 'xstate'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { cardCredentialsQuery } from '#src/api/payment-calls.ts'
import { checkoutSchema } from '#src/api/schemas/checkout.ts'
import { closeShop, openShop } from '#src/api/testing.ts'
import { cardFields } from '#src/lib/card-fields.ts'
import { createPaymentActors } from './payment-actors.ts'

// Reading again after a failure takes its time.
vi.mock('#src/api/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))
vi.mock('#src/lib/card-provider.ts', () => ({ loadCardProvider: () => Promise.resolve() }))
vi.mock('#src/lib/config.ts', () => ({ config: { cardPublishableKey: 'pk_configured', stripeScript: '' } }))

afterEach(() => vi.restoreAllMocks())

const details = { contactNumber: '', account: null }
const payCall = 'POST /ajax/checkout/checkout/pay_with_card/'

function open(answer?: () => Response) {
  const calls = openShop(answer)
  const queryClient = new QueryClient()
  const actors = createPaymentActors(queryClient)
  return {
    queryClient,
    actors,
    setSale: (sale_reference: string) =>
      queryClient.setQueryData(
        checkoutQuery.queryKey,
        checkoutSchema.parse({ state: 'payment', sale_reference, opoa: { merchant_id: 'acct_1' } }),
      ),
    pay: () => createActor(actors.payWithCard, { input: { details } }),
    paid: () => calls.filter(({ line }) => line === payCall).map(({ fields }) => fields),
  }
}

/** Runs an actor to its end, whichever that is. */
async function run(actor: AnyActor) {
  actor.subscribe({ error: () => {} })
  actor.start()
  await vi.waitFor(() => expect(actor.getSnapshot()).not.toMatchObject({ status: 'active' }))
  return actor.getSnapshot() as { status: string }
}

describe('paying by card', () => {
  it('sends no payment once the chart has left, though the provider answers later', async () => {
    const provider = Promise.withResolvers<{ id: string }>()
    vi.spyOn(cardFields, 'createPaymentMethod').mockReturnValueOnce(provider.promise)
    const { setSale, pay, paid } = open()
    setSale('S1')
    const left = pay().start()
    await vi.waitFor(() => expect(cardFields.createPaymentMethod).toHaveBeenCalled())
    left.stop()
    provider.resolve({ id: 'pm_1' })
    await new Promise(setImmediate)
    expect(paid()).toEqual([])
  })

  it('repeats an attempt that was not answered, but never for another sale', async () => {
    let cards = 0
    vi.spyOn(cardFields, 'createPaymentMethod').mockImplementation(() =>
      Promise.resolve({ id: `pm_${++cards}` }),
    )
    const { setSale, pay, paid } = open(() => new Response('', { status: 503 }))
    for (const sale of ['S1', 'S1', 'S2']) {
      setSale(sale)
      await run(pay())
    }
    const [first, second, other] = paid()
    expect(second).toEqual(first)
    expect(other?.payment_method_id).toBe('pm_2')
    expect(other?.attempt).not.toBe(first?.attempt)
  })
})

describe('setting the card fields up', () => {
  function prepare(shop: ReturnType<typeof open>) {
    shop.setSale('S1')
    return run(createActor(shop.actors.prepareCard))
  }

  it.each([
    ['answers that there is none', () => new Response('', { status: 404 })],
    ['answers with a page', () => new Response('<!doctype html><h1>Welcome</h1>')],
    ['names no key', () => Response.json({})],
  ])('takes the configured key where the shop, asked for one, %s', async (_, answer) => {
    const shop = open(answer)
    expect(await prepare(shop)).toMatchObject({ status: 'done' })
    expect(shop.queryClient.getQueryData(cardCredentialsQuery.queryKey)).toEqual({
      publishable_key: 'pk_configured',
      account: 'acct_1',
      script: '',
    })
  })

  it('fails where the shop cannot be reached, so that the buyer can try again', async () => {
    const shop = open()
    closeShop()
    expect(await prepare(shop)).toMatchObject({ status: 'error' })
  })
})
