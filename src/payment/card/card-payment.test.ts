import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import type { PaymentDetails, PlanChoice } from '#machines/payment-attempt.ts'
import { expressDetails, guestDetails, planChoice } from '#machines/testing/samples.ts'
import { countriesQuery } from '#src/address/calls.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { userSchema } from '#src/checkout/schemas/user.ts'
import { openShop } from '#src/http/testing.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { cardFields, CardRefusal } from './card-fields.ts'
import { loadCardProvider } from './card-provider.ts'
import { openPaymentCharts } from '#src/payment/testing.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as paymentActors from '#src/payment/actors.ts'
import { rememberedGuest, rememberGuest } from '#src/checkout/remembered-guest.ts'

// Reading again after a failure takes its time.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))
vi.mock('./card-provider.ts', () => ({ loadCardProvider: vi.fn(() => Promise.resolve()) }))
vi.mock('#src/lib/config.ts', () => ({ config: { cardPublishableKey: '', stripeScript: '' } }))

afterEach(() => vi.restoreAllMocks())

const failed = 'There was an error with your payment. Please try again.'

/** A page at the payment, and a shop that answers each call by the last part of its path. */
function openPage(replies: Record<string, () => Response> = {}, changes: object = {}) {
  const queryClient = new QueryClient()
  const checkout = {
    state: 'payment',
    sale_reference: crypto.randomUUID(),
    basket_total: '20.00',
    currency: 'GBP',
    ...changes,
  }
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(checkout))
  const answers: typeof replies = { get: answer(checkout), ...replies }
  const calls = openShop(() => answers[nameOf(calls.at(-1)?.line ?? '')]?.() ?? Response.json({}))
  const actors = actorsOf(queryClient, paymentActors)
  const step = openPaymentCharts(queryClient)
  const createPaymentMethod = vi.spyOn(cardFields, 'createPaymentMethod')
  let cards = 0
  createPaymentMethod.mockImplementation(() => Promise.resolve({ id: `pm_${++cards}` }))
  return {
    queryClient,
    createPaymentMethod,
    sent: () => calls.map(({ line, fields }) => [nameOf(line), fields]),
    paid: () => calls.filter(({ line }) => nameOf(line) === 'pay_with_card').map(({ fields }) => fields),
    pay: (details = guestDetails, plan: PlanChoice | null = null) =>
      step.pay({ method: 'card', details, plan }),
    saveAccount: (details: PaymentDetails) =>
      toPromise(createActor(actors.saveExpressAccount, { input: { details } }).start()),
    prepare: () => toPromise(createActor(actors.prepareCard).start()),
  }
}

const nameOf = (line: string) => line.split('/').at(-2) ?? ''
const answer = (reply: object) => () => Response.json(reply)
const status = (code: number) => () => new Response('', { status: code })

describe('a card payment', () => {
  it.each([
    [{ status: 'success' }, { status: 'success' }],
    [
      { status: 'redirect_to_url', url: '/bank/' },
      { status: 'redirect_to_url', url: '/bank/' },
    ],
    [
      { status: 'unsuccessful', message: 'Declined' },
      { status: 'unsuccessful', message: 'Declined', isDeclined: true },
    ],
    [{ status: 'unsuccessful' }, { status: 'unsuccessful', message: failed, isDeclined: false }],
    [
      { status: 'unsuccessful', message: 'Too late', charged: 1 },
      { status: 'unsuccessful', message: 'Too late', isDeclined: false },
    ],
    [{ status: 'pending' }, { status: 'pending' }],
  ])('answered %j ends as %j [PAYM-49]', async (reply, outcome) => {
    const page = openPage({ pay_with_card: answer(reply) })
    expect(await page.pay()).toMatchObject(outcome)
  })

  it('stays paid when the checkout does not say so yet', async () => {
    const page = openPage({
      pay_with_card: answer({ status: 'success' }),
      get: answer({ state: 'payment', sale_reference: 'S1', payment_complete: 0 }),
    })
    expect(await page.pay()).toEqual({ status: 'success' })
    expect(page.queryClient.getQueryData(checkoutQuery.queryKey)?.payment_complete).toBe(true)
  })

  it('is paid after all when its answer was lost and the checkout says so', async () => {
    const page = openPage({
      pay_with_card: status(504),
      get: answer({ state: 'payment', sale_reference: 'S1', payment_complete: 1 }),
    })
    expect(await page.pay()).toEqual({ status: 'success' })
  })

  it('is not sent when the provider refuses the card, and says why [PAYM-61]', async () => {
    const page = openPage()
    page.createPaymentMethod.mockRejectedValueOnce(new CardRefusal('Your card has expired.'))
    expect(await page.pay()).toEqual({
      status: 'unsuccessful',
      message: 'Your card has expired.',
      isDeclined: true,
    })
    page.createPaymentMethod.mockRejectedValueOnce(new CardRefusal(''))
    expect(await page.pay()).toEqual({ status: 'unsuccessful', message: failed, isDeclined: false })
    expect(page.sent()).toEqual([])
  })

  it('is the same attempt again after one that could not start and one for which the total could not be checked', async () => {
    const shown = { state: 'payment', basket_total: '20.00', currency: 'GBP' }
    let isShopClosed = true
    const page = openPage({
      pay_with_card: () => Response.json({ message: 'Try again in a moment' }, { status: 503 }),
      get: () => (isShopClosed ? status(403)() : Response.json({ ...shown, sale_reference: sale() })),
    })
    const sale = () => page.queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference
    await page.pay()
    await page.pay()
    expect(page.paid()).toHaveLength(1)
    isShopClosed = false
    await page.pay()
    const [first, second] = page.paid()
    expect(second).toEqual(first)
  })

  it('is the same attempt again when the shop could not start it, although the buyer has looked at payment plans meanwhile', async () => {
    const page = openPage({
      pay_with_card: () => Response.json({ message: 'Try again in a moment' }, { status: 503 }),
    })
    await page.pay()
    await page.pay(guestDetails, planChoice)
    const [first, second] = page.paid()
    expect(second).toEqual(first)
  })

  it.each([
    ['declined', answer({ status: 'unsuccessful' })],
    ['refused', status(422)],
  ])('is another attempt with a new payment method after one that was %s', async (_, reply) => {
    const page = openPage({ pay_with_card: reply })
    await page.pay()
    await page.pay()
    const [first, second] = page.paid()
    expect([first?.payment_method_id, second?.payment_method_id]).toEqual(['pm_1', 'pm_2'])
    expect(second?.attempt).not.toBe(first?.attempt)
  })

  it('is another attempt if the details have changed since one that the shop could not start', async () => {
    const page = openPage({
      pay_with_card: () => Response.json({ message: 'Try again in a moment' }, { status: 503 }),
    })
    await page.pay()
    await page.pay({ contactNumber: '0113 496 0000', account: null })
    const [first, second] = page.paid()
    expect(second).toMatchObject({ contact_number: '0113 496 0000', payment_method_id: 'pm_2' })
    expect(second?.attempt).not.toBe(first?.attempt)
  })

  it('sends the contact number if one was typed [PAYM-08]', async () => {
    const page = openPage({ pay_with_card: answer({ status: 'unsuccessful' }) })
    await page.pay({ contactNumber: '0113 496 0000', account: null })
    await page.pay()
    const [first, second] = page.paid()
    expect(first?.contact_number).toBe('0113 496 0000')
    expect(second).not.toHaveProperty('contact_number')
  })
})

describe('the billing details of the card', () => {
  const total = { amount: 2_000, currency: 'GBP' }

  it("are the express buyer's name and postcode [PAYM-59, OPEN-77]", async () => {
    const page = openPage({ pay_with_card: answer({ status: 'success' }) })
    await page.pay(expressDetails)
    expect(page.createPaymentMethod.mock.lastCall).toEqual([
      { name: 'Ann Archer', postcode: 'AB1 2CD', ...total },
    ])
  })

  it('are the name of the signed-in buyer, or of the guest, or empty [PAYM-59]', async () => {
    const page = openPage({ pay_with_card: answer({ status: 'unsuccessful' }) })
    const name = async () => {
      await page.pay()
      return page.createPaymentMethod.mock.lastCall
    }
    expect(await name()).toEqual([{ name: '', ...total }])
    rememberGuest(page.queryClient, { email: 'grace@example.com', fullName: 'Grace Hopper' })
    expect(await name()).toEqual([{ name: 'Grace Hopper', ...total }])
    page.queryClient.setQueryData(userQuery.queryKey, userSchema.parse({ id: '5', full_name: 'Ada Byron' }))
    expect(await name()).toEqual([{ name: 'Ada Byron', ...total }])
  })
})

describe("saving the express buyer's account before the payment", () => {
  const details = { ...expressDetails, contactNumber: '0113 496 0000' }

  it('sends name, email and preferences, and no address where none was asked for [OPEN-16, PAYM-62]', async () => {
    const page = openPage()
    expect(await page.saveAccount(details)).toEqual({ error: '' })
    expect(rememberedGuest(page.queryClient)).toMatchObject({ email: 'ann@example.com' })
    expect(page.sent()).toEqual([
      ['save_guest_to_sale', { email: 'ann@example.com', fullname: 'Ann Archer' }],
      [
        'set_marketing_preferences',
        { ct_subscribed: 'false', event_subscribed: 'true', 'organiser_subscribed_marketing[3]': 'true' },
      ],
    ])
  })

  it('sends the address last, with the contact number if one was typed [OPEN-16]', async () => {
    const page = openPage({}, { require_delivery_address: 1 })
    await page.saveAccount(details)
    await page.saveAccount(expressDetails)
    const addresses = page.sent().filter(([name]) => name === 'set_delivery_address')
    const address = {
      'address[selected_user_address_id]': 'new',
      'address[postcode]': 'AB1 2CD',
      gift_voucher_from: '',
      gift_voucher_to: '',
    }
    expect(addresses.map(([, fields]) => fields)).toEqual([
      { ...address, contact_number: '0113 496 0000' },
      address,
    ])
    expect(page.sent()[2]?.[0]).toBe('set_delivery_address')
  })

  it('stops at the error of the shop [OPEN-16, OPEN-17]', async () => {
    const page = openPage({ save_guest_to_sale: answer({ error: 'This email is blocked' }) })
    expect(await page.saveAccount(details)).toEqual({ error: 'This email is blocked' })
    expect(page.sent()).toHaveLength(1)
  })

  it('sends nothing for a buyer who has an account', async () => {
    const page = openPage()
    expect(await page.saveAccount(guestDetails)).toEqual({ error: '' })
    expect(page.sent()).toEqual([])
  })
})

describe('setting the card form up', () => {
  const credentials = { publishable_key: 'pk_1', account: 'acct_1', script: '' }
  const countries = answer({ countries: [{ id: 1, name: 'United Kingdom' }], states: [] })
  const open = (changes: object) =>
    openPage(
      { get_card_credentials: answer(credentials), get_address_all_countries_states: countries },
      changes,
    )

  it("loads the provider with the shop's credentials, and no countries [PAYM-60]", async () => {
    const page = open({})
    await page.prepare()
    expect(loadCardProvider).toHaveBeenLastCalledWith(credentials)
    expect(page.sent().map(([name]) => name)).toEqual(['get_user', 'get_card_credentials'])
  })

  it('loads the countries for an order that is delivered', async () => {
    const page = open({ require_delivery_address: 1 })
    await page.prepare()
    expect(page.queryClient.getQueryData(countriesQuery.queryKey)?.countries).toHaveLength(1)
  })

  it('fails where neither the shop nor the configuration has a key', async () => {
    const page = openPage({ get_card_credentials: status(403) })
    await expect(page.prepare()).rejects.toThrow()
  })
})
