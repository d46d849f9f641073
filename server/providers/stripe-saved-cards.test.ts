import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { connectProviders } from '#server/providers/connect-providers.ts'
import { cards, press, typeCard } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { Unreachable } from './payment-provider.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => void (shop.answer = null))

/** The shop's Stripe client, with the official SDK, at the simulated Stripe. */
const stripe = () => connectProviders({ ...shop, fetch: shop.fetch }).cards

const returnUrl = 'http://shop.test/do/checkout/stripe_auth/'
let keys = 0
const newKey = () => `key-${++keys}`

const newCustomer = (account = 'acct_7') =>
  stripe().createCustomer({ key: newKey(), account, email: 'ada@example.com', name: 'Ada Lovelace' })

const charge = (
  paymentMethodId: string,
  customer: { id: string; isPresent: boolean } | undefined,
  account = 'acct_7',
  amount = 2500,
) =>
  stripe().charge({
    key: newKey(),
    amount,
    currency: 'GBP',
    paymentMethodId,
    account,
    reference: 'FOY-1',
    returnUrl,
    customer,
  })

/** Pays with a card while its buyer is present, and confirms it if the bank asks. */
async function paidNow(number?: string) {
  const [id, methodId] = [await newCustomer(), await typeCard(shop, number)]
  const first = await charge(methodId, { id, isPresent: true })
  if (first.status === 'action') await press(shop, first.url, 'approve')
  return { id, methodId, first }
}

/** Everything that the shop sends to the provider, as forms. */
function record() {
  const sent: { path: string; account: string | null; form: Record<string, string> }[] = []
  shop.answer = async (request) => {
    sent.push({
      path: new URL(request.url).pathname.replace('/sandbox/stripe/v1/', ''),
      account: request.headers.get('Stripe-Account'),
      form: Object.fromEntries(new URLSearchParams(await request.clone().text())),
    })
    return shop.app.request(request)
  }
  return sent
}

describe('a card that is kept while the buyer pays', () => {
  it('is sent with its customer for use in their absence, on the account of the organiser', async () => {
    const [id, methodId] = [await newCustomer(), await typeCard(shop)]
    const sent = record()
    await charge(methodId, { id, isPresent: true })
    expect(sent).toEqual([
      {
        path: 'payment_intents',
        account: 'acct_7',
        form: expect.objectContaining({
          customer: id,
          setup_future_usage: 'off_session',
          return_url: returnUrl,
        }),
      },
    ])
    expect(sent[0]?.form).not.toHaveProperty('off_session')
  })

  it('belongs to the customer afterwards, and is charged in their absence', async () => {
    const { id, methodId, first } = await paidNow()
    expect(first).toMatchObject({ status: 'succeeded', amount: 2500 })
    expect(await stripe().readCard(methodId, 'acct_7')).toEqual({
      methodId,
      customer: id,
      brand: 'visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: new Date().getFullYear() + 1,
      funding: 'credit',
      fingerprint: expect.stringMatching(/^\w{16}$/),
    })
    const sent = record()
    expect(await charge(methodId, { id, isPresent: false })).toMatchObject({ status: 'succeeded' })
    expect(sent[0]?.form).toMatchObject({ customer: id, off_session: 'true' })
    expect(sent[0]?.form).not.toHaveProperty('setup_future_usage')
    expect(sent[0]?.form).not.toHaveProperty('return_url')
  })

  it('has the same fingerprint when it is typed again', async () => {
    const fingerprintOf = async (number?: string) =>
      (await stripe().readCard(await typeCard(shop, number), ''))?.fingerprint
    expect(await fingerprintOf()).toBe(await fingerprintOf())
    expect(await fingerprintOf()).not.toBe(await fingerprintOf('5555555555554444'))
  })

  it('is not kept if it is declined', async () => {
    const { methodId, first } = await paidNow(cards.declined)
    expect(first).toMatchObject({ status: 'failed', message: 'Your card was declined.' })
    expect(await stripe().readCard(methodId, 'acct_7')).toMatchObject({ customer: null })
  })

  it('is kept once its bank has asked, and then charged without asking again', async () => {
    const { id, methodId, first } = await paidNow(cards.challenged)
    expect(first.status).toBe('action')
    expect(await charge(methodId, { id, isPresent: false })).toMatchObject({ status: 'succeeded' })
  })

  it('needs the buyer each time if its bank always asks', async () => {
    const { id, methodId } = await paidNow(cards.alwaysChallenged)
    const failed = await charge(methodId, { id, isPresent: false })
    expect(failed).toMatchObject({ status: 'failed', needsBuyer: true })
    const providerId = failed.status === 'failed' ? (failed.providerId ?? '') : ''
    expect(await stripe().find(providerId, 'acct_7')).toEqual(failed)
  })

  it('may be declined later without needing the buyer', async () => {
    const { id, methodId, first } = await paidNow(cards.failsOnceSaved)
    expect(first.status).toBe('succeeded')
    const later = await charge(methodId, { id, isPresent: false })
    expect(later).toMatchObject({ status: 'failed', message: 'Your card was declined.' })
    expect(later).not.toHaveProperty('needsBuyer')
  })

  it.each([
    ['by another customer', async () => ({ id: await newCustomer(), isPresent: true })],
    ['by another customer in their absence', async () => ({ id: await newCustomer(), isPresent: false })],
    ['without a customer', () => Promise.resolve(undefined)],
  ])('cannot be charged %s', async (_, customer) => {
    const { methodId } = await paidNow()
    expect(await charge(methodId, await customer())).toEqual({
      status: 'failed',
      providerId: null,
      message: '',
    })
  })

  it('cannot be charged after it was removed, which may be repeated', async () => {
    const { id, methodId } = await paidNow()
    await stripe().removeCard(methodId, 'acct_7')
    await stripe().removeCard(methodId, 'acct_7')
    expect(await charge(methodId, { id, isPresent: false })).toMatchObject({ status: 'failed' })
  })
})

describe('a card', () => {
  it('that the provider does not know is null', async () => {
    expect(await stripe().readCard('pm_none', '')).toBeNull()
  })

  it('is not null if the provider does not answer', async () => {
    shop.answer = () => Promise.resolve(new Response('', { status: 500 }))
    await expect(stripe().readCard('pm_1', '')).rejects.toThrow(Unreachable)
  })

  it.each([
    ['is saved without a charge', undefined, null],
    ['is saved once its bank has asked', cards.challenged, 'approve'],
  ])('%s, and charged in the absence of the buyer', async (_, number, result) => {
    const [customer, methodId] = [await newCustomer(), await typeCard(shop, number)]
    const state = await stripe().saveCard({ key: newKey(), customer, methodId, account: 'acct_7', returnUrl })
    const back = state.status === 'action' ? await press(shop, state.url, result ?? '') : ''
    expect(back.startsWith(returnUrl)).toBe(result !== null)
    expect(await stripe().findSetup(state.setupId ?? '', 'acct_7')).toEqual({
      status: 'succeeded',
      setupId: state.setupId,
      customer,
      methodId,
    })
    expect(await charge(methodId, { id: customer, isPresent: false })).toMatchObject({ status: 'succeeded' })
  })

  it('is not saved if the bank declines it, or the buyer does not confirm it', async () => {
    const customer = await newCustomer()
    const save = async (number: string) => {
      const methodId = await typeCard(shop, number)
      const state = await stripe().saveCard({
        key: newKey(),
        customer,
        methodId,
        account: 'acct_7',
        returnUrl,
      })
      return { methodId, state }
    }
    const declined = await save(cards.declined)
    expect(declined.state).toMatchObject({ status: 'failed', message: 'Your card was declined.' })
    const challenged = await save(cards.challenged)
    if (challenged.state.status === 'action') await press(shop, challenged.state.url, 'fail')
    const failed = await stripe().findSetup(challenged.state.setupId ?? '', 'acct_7')
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('authenticate') })
    for (const { methodId } of [declined, challenged])
      expect(await stripe().readCard(methodId, 'acct_7')).toMatchObject({ customer: null })
  })

  it('is saved once for a repeated request', async () => {
    const [customer, methodId, key] = [await newCustomer(), await typeCard(shop), newKey()]
    const save = () => stripe().saveCard({ key, customer, methodId, account: 'acct_7', returnUrl })
    expect(await save()).toEqual(await save())
  })
})

describe('a reply without content on an internal error', () => {
  const [account, key] = ['acct_7', 'key']
  it.each([
    ['createCustomer', () => stripe().createCustomer({ key, account, email: 'a@b.example', name: 'Ada' })],
    ['readCard', () => stripe().readCard('pm_1', account)],
    ['saveCard', () => stripe().saveCard({ key, customer: 'cus_1', methodId: 'pm_1', account, returnUrl })],
    ['findSetup', () => stripe().findSetup('seti_1', account)],
    ['removeCard', () => stripe().removeCard('pm_1', account)],
    ['findCharges', () => stripe().findCharges({ key, account, reference: 'FOY-1', since: new Date() })],
    ['charge', () => charge('pm_1', undefined)],
    ['find', () => stripe().find('pi_1', account)],
    ['cancel', () => stripe().cancel('pi_1', account)],
    ['refund', () => stripe().refund({ providerId: 'pi_1', account, amount: 100, currency: 'GBP', key })],
    ['findRefund', () => stripe().findRefund('re_1', 'pi_1', account)],
  ])('is no answer to %s', async (_, ask: () => Promise<unknown>) => {
    shop.answer = () => Promise.resolve(new Response('{}', { status: 500 }))
    await expect(ask()).rejects.toThrow(Unreachable)
  })
})

describe('a customer', () => {
  it('is created once for a repeated request', async () => {
    const create = () =>
      stripe().createCustomer({ key: 'customer 1', account: '', email: 'ada@example.com', name: 'Ada' })
    expect(await create()).toBe(await create())
  })

  it('of one account cannot pay on another', async () => {
    const [id, methodId] = [await newCustomer('acct_8'), await typeCard(shop)]
    await expect(charge(methodId, { id, isPresent: true })).rejects.toThrow('No such customer')
  })
})
