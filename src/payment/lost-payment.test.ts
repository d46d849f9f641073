import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Payment } from '#machines/payment-attempt.ts'
import { guestDetails, planChoice } from '#machines/testing/samples.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { closeShop, openShop } from '#src/http/testing.ts'
import { cardFields } from '#src/payment/card/card-fields.ts'
import { openPaymentCharts } from './testing.ts'

// Without retries, which have pauses.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))
vi.mock('#src/lib/config.ts', () => ({ config: {} }))

afterEach(() => vi.restoreAllMocks())

const failed = 'There was an error with your payment. Please try again.'
const unsuccessful = (message: string) => ({ status: 'unsuccessful', message, isDeclined: false })
const card: Payment = { method: 'card', details: guestDetails }
const square: Payment = { method: 'square', details: guestDetails }
const plan: Payment = { method: 'plan', details: guestDetails, plan: { ...planChoice, card: '7' } }

const json = (reply: object) => () => Response.json(reply)
const status = (code: number) => () => new Response('', { status: code })

/** A page at the payment, and a shop that gives these replies to the payment in turn; the last one repeats. */
function openPage(...replies: (() => Response)[]) {
  const queryClient = new QueryClient()
  const checkout = { state: 'payment', sale_reference: crypto.randomUUID(), basket_total: '20.00' }
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(checkout))
  const answers: Record<string, () => Response> = { get: json(checkout) }
  const open = () => {
    const calls = openShop(() => {
      const name = nameOf(calls.at(-1)?.line)
      if (!name.startsWith('pay_with')) return (answers[name] ?? json({ text: '' }))()
      sent.push(calls.at(-1)?.fields)
      return (replies.length > 1 ? replies.shift() : replies[0])!()
    })
  }
  const sent: unknown[] = []
  open()
  const { pay } = openPaymentCharts(queryClient)
  let cards = 0
  vi.spyOn(cardFields, 'createPaymentMethod').mockImplementation(() =>
    Promise.resolve({ id: `pm_${++cards}` }),
  )
  return {
    queryClient,
    sent,
    open,
    answer: (name: string, reply: () => Response) => void (answers[name] = reply),
    settle: () => void (answers.get = json({ ...checkout, payment_complete: 1 })),
    pay,
  }
}

const nameOf = (line = '') => line.split('/').at(-2) ?? ''

describe.each([
  ['card', card],
  ['Square', square],
])('a payment by %s whose reply was lost', (_, payment) => {
  it.each([
    ['the connection broke', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the shop failed', () => Promise.resolve(status(500)())],
    ['the gateway failed', () => Promise.resolve(status(502)())],
    ['the gateway gave up', () => Promise.resolve(status(504)())],
    ['the reply is invalid', () => Promise.resolve(Response.json({ status: 'maybe' }))],
  ])('is not known to have failed when %s [OPEN-47]', async (_reason, reply) => {
    const page = openPage(json({}))
    vi.stubGlobal('fetch', reply)
    expect(await page.pay(payment)).toEqual({ status: 'pending' })
  })

  it('is sent again as the same attempt until the shop tells how it ended [OPEN-47]', async () => {
    const page = openPage(status(504), status(503), json({ status: 'success' }))
    expect(await page.pay(payment)).toEqual({ status: 'pending' })
    expect(await page.pay(payment)).toEqual({ status: 'pending' })
    expect(await page.pay(payment)).toMatchObject({ status: 'success' })
    expect(page.sent[1]).toEqual(page.sent[0])
    expect(page.sent[2]).toEqual(page.sent[0])
  })

  it('stays open without a network, and is sent again with the same key', async () => {
    const page = openPage(json({ status: 'success' }))
    closeShop()
    expect(await page.pay(payment)).toEqual({ status: 'pending' })
    expect(await page.pay(payment)).toEqual({ status: 'pending' })
    page.open()
    expect(await page.pay(payment)).toMatchObject({ status: 'success' })
  })

  it('has failed if the shop then refuses it, and the next one is another attempt', async () => {
    const message = 'Your checkout time expired.'
    const page = openPage(status(504), () => Response.json({ message }, { status: 409 }))
    await page.pay(payment)
    expect(await page.pay(payment)).toEqual(unsuccessful(message))
    await page.pay(payment)
    expect(page.sent[1]).toEqual(page.sent[0])
    expect(page.sent[2]).not.toEqual(page.sent[0])
  })
})

it('has failed if the shop says that it could not start the payment, and is the same attempt when tried again', async () => {
  const message = 'The payment provider is not responding. Please try again in a moment'
  const page = openPage(() => Response.json({ message }, { status: 503 }))
  expect(await page.pay(card)).toEqual(unsuccessful(message))
  expect(await page.pay(card)).toEqual(unsuccessful(message))
  expect(page.sent[1]).toEqual(page.sent[0])
})

it('has failed, not been lost, if the total cannot be confirmed and nothing is sent', async () => {
  const page = openPage(json({ status: 'success' }))
  page.answer('get', status(502))
  page.queryClient.removeQueries()
  expect(await page.pay(card)).toEqual(unsuccessful(failed))
  expect(page.sent).toEqual([])
})

describe('a plan whose reply was lost, at a back-end that may not know the key', () => {
  it('is asked about, and not sent again, until the checkout is paid [OPEN-47, INST-23]', async () => {
    const page = openPage(status(504))
    expect(await page.pay(plan)).toEqual({ status: 'pending' })
    page.answer('get_payment_error', status(502))
    expect(await page.pay(plan)).toEqual({ status: 'pending' })
    page.answer('get_payment_error', json({ text: '' }))
    page.settle()
    expect(await page.pay(plan)).toEqual({ status: 'success' })
    expect(page.sent).toHaveLength(1)
  })

  it.each([
    ['with the documented error', json({ text: '' }), failed],
    ["with the shop's reason", json({ text: 'Declined.' }), `${failed} Declined.`],
    ['where the call is missing', status(404), failed],
  ])(
    'has failed if no payment is open and the checkout is unpaid, %s [INST-23]',
    async (_, reply, message) => {
      const page = openPage(status(504))
      page.answer('get_payment_error', reply)
      await page.pay(plan)
      expect(await page.pay(plan)).toEqual(unsuccessful(message))
      expect(page.sent).toHaveLength(1)
      expect(await page.pay(plan)).toEqual({ status: 'pending' })
      expect(page.sent[1]).toEqual(page.sent[0])
    },
  )

  it('stays open while the checkout cannot be read', async () => {
    const page = openPage(status(504))
    page.answer('get', status(502))
    await page.pay(plan)
    expect(await page.pay(plan)).toEqual({ status: 'pending' })
    expect(page.sent).toHaveLength(1)
  })

  it('is sent again with its key once the shop has shown that it knows it', async () => {
    const page = openPage(status(504), json({ status: 'success' }))
    page.answer('get_payment_error', json({ text: 'We are checking your payment', is_pending: true }))
    await page.pay(plan)
    expect(await page.pay(plan)).toEqual({ status: 'pending' })
    expect(page.sent).toHaveLength(1)
    expect(await page.pay(plan)).toMatchObject({ status: 'success' })
    expect(page.sent[1]).toEqual(page.sent[0])
  })
})
