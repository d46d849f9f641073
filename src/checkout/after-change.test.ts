import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise, type AnyActorLogic, type InputFrom, type OutputFrom } from 'xstate'
import {
  declaration,
  delivery,
  expressDetails,
  guestDetails,
  marketingChoices,
} from '#machines/testing/samples.ts'
import type { Payment } from '#machines/payment-attempt.ts'
import { userAddressesQuery } from '#src/address/calls.ts'
import { checkoutQuery } from './checkout-calls.ts'
import { savedAddressesReplySchema } from '#src/address/schemas.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { userReplySchema } from '#src/checkout/schemas/user.ts'
import { closeShop, openShop } from '#src/http/testing.ts'
import { userQuery } from './user-calls.ts'
import { cardFields } from '#src/payment/card/card-fields.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import * as accountActors from '#src/account/actors.ts'
import * as addressActors from '#src/address/actors.ts'
import * as orderActors from '#src/order/actors.ts'
import * as donationActors from '#src/donation/actors.ts'
import { openPaymentCharts } from '#src/payment/testing.ts'
import * as paymentActors from '#src/payment/actors.ts'
import { actorsOf } from './actors-of.ts'

// Without retries, which have pauses.
vi.mock('#src/http/reading.ts', () => ({
  reading: { staleTime: Infinity, retry: false, networkMode: 'always' },
}))
vi.mock('#src/payment/card/card-provider.ts', () => ({ loadCardProvider: () => Promise.resolve() }))
// The configuration is read from the document when the payment tasks load.
vi.mock('#src/lib/config.ts', () => ({ config: { cardPublishableKey: '', stripeScript: '' } }))

afterEach(() => vi.restoreAllMocks())

const CHECKOUT = '/ajax/checkout/checkout'
const getCheckout = `GET ${CHECKOUT}/get/`
const getUser = 'GET /ajax/user/user/get_user/'

const charity = { id: 7, name: 'Trust', base_fee: '0.20', booking_fee: 0 }
const wire = {
  state: 'donation',
  sale_reference: 'S1',
  tickets: [{ ticket_id: 1, qty: 1, price: '20.00' }],
  organisers: [{ charity: 1 }],
  basket_total: '20.00',
  charity,
  marketing_preferences: {
    ct_subscribed: 1,
    event_subscribed: 0,
    basket_organisers: [{ id: 3 }, { id: 4, organiser_subscribed: 1 }],
  },
  contact_number: '',
}
const ann = { id: 5, email: 'ann@example.com', full_name: 'Ann Archer' }

/**
 * Opens a page with cached checkout and user, and a shop that accepts every change but fails all reads, except those in
 * `reads`, and the calls in `failing`.
 */
function openPage({
  checkout = wire as object,
  user = null as object | null,
  reads = {} as Record<string, () => object>,
  failing = [] as string[],
} = {}) {
  const calls = openShop(() => {
    const line = calls.at(-1)?.line ?? ''
    const reply = reads[line]
    if (reply) return Response.json(reply())
    const isReading = [getCheckout, getUser, 'POST /ajax/user/user/get_user_addresses/'].includes(line)
    return isReading || failing.includes(line)
      ? new Response('', { status: 503 })
      : Response.json({ success: true })
  })
  const queryClient = new QueryClient()
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(checkout))
  queryClient.setQueryData(userQuery.queryKey, userReplySchema.parse(user))
  return {
    calls,
    queryClient,
    lines: () => calls.map(({ line }) => line),
    checkout: () => queryClient.getQueryData(checkoutQuery.queryKey),
    user: () => queryClient.getQueryData(userQuery.queryKey),
    donations: actorsOf(queryClient, donationActors),
    addresses: actorsOf(queryClient, addressActors),
    account: actorsOf(queryClient, accountActors),
    order: actorsOf(queryClient, orderActors),
    payment: actorsOf(queryClient, paymentActors),
    pay: (payment: Payment) => openPaymentCharts(queryClient).pay(payment),
  }
}

function run<Logic extends AnyActorLogic>(
  logic: Logic,
  input?: InputFrom<Logic>,
): Promise<OutputFrom<Logic>> {
  const actor = createActor(logic as AnyActorLogic, { input })
  actor.subscribe({ error: () => {} })
  return toPromise(actor.start()) as Promise<OutputFrom<Logic>>
}

describe('a saved change that cannot be reloaded', () => {
  it('shows a saved donation in the facts and in the summary [DONA-14, SUMM-07]', async () => {
    const page = openPage()
    const { facts } = await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
    expect(facts.hasDonation).toBe(true)
    expect(page.checkout()?.donation).toEqual({
      amount_before_booking_fee: 1_000,
      booking_fee: 20,
      is_gift_aid: false,
    })
    expect(page.checkout()).toMatchObject({ basket_total: 3_020 })
    expect(orderSummary(page.checkout()!)).toMatchObject({
      donation: 1_000,
      donationFee: 20,
      fee: 0,
      total: 3_020,
    })
  })

  it('removes a withdrawn donation [DONA-14]', async () => {
    const page = openPage()
    await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
    const { facts } = await run(page.donations.saveDonation, { amount: 0, charityId: '7' })
    expect(facts.hasDonation).toBe(false)
    expect(page.checkout()).toMatchObject({ donation: null, donation_amount: 0, basket_total: 2_000 })
    const saved = page.calls.filter(({ line }) => line.endsWith('/save_donation/'))
    expect(saved.map(({ fields }) => fields.amount_before_booking_fee)).toEqual(['10.00', '0.00'])
  })

  it('keeps a Gift Aid declaration [GIFT-15]', async () => {
    const page = openPage({ checkout: { ...wire, donation: { amount_before_booking_fee: '10.00' } } })
    const { facts } = await run(page.donations.updateDonation, { declaration })
    expect(facts.hasDonation).toBe(true)
    expect(page.checkout()?.donation?.is_gift_aid).toBe(true)
  })

  it('keeps a delivery address with its phone number [CALL-22]', async () => {
    const page = openPage({ checkout: { ...wire, state: 'delivery_address' } })
    const details = { ...delivery, contact_number: '0113 496 0000' }
    expect((await run(page.addresses.setDeliveryAddress, { details })).facts.state).toBe('delivery_address')
    expect(page.checkout()?.contact_number).toBe('0113 496 0000')
  })

  it('is a delivery address without a phone number, which leaves the known one as it is', async () => {
    const page = openPage({ checkout: { ...wire, contact_number: '0113 496 0000' } })
    await run(page.addresses.setDeliveryAddress, { details: delivery })
    expect(page.checkout()?.contact_number).toBe('0113 496 0000')
  })

  it('removes a deleted address [ADDR-27]', async () => {
    const page = openPage({ user: ann })
    const { existing_addresses } = savedAddressesReplySchema.parse({
      existing_addresses: [
        { id: 5, full_address: '1 High Street' },
        { id: 6, full_address: '2 High Street' },
      ],
    })
    page.queryClient.setQueryData(userAddressesQuery.queryKey, existing_addresses)
    const { savedAddresses } = await run(page.addresses.deleteAddress, { id: '5' })
    expect(savedAddresses.map(({ id }) => id)).toEqual(['6'])
  })

  it('signs the buyer out and removes their addresses [ACCT-11, ACCT-12]', async () => {
    const page = openPage({ user: ann })
    page.queryClient.setQueryData(userAddressesQuery.queryKey, [])
    await run(page.account.logoutOfSale)
    expect(page.user()).toBeNull()
    expect(page.queryClient.getQueryData(userAddressesQuery.queryKey)).toBeUndefined()
  })

  it('keeps the email of a correct code for claiming free tickets [ACCT-08, OPEN-18]', async () => {
    const page = openPage({
      reads: { 'POST /ajax/user/user/check_one_time_code/': () => ({ has_account: true }) },
    })
    const input = { email: 'ann@example.com', code: '123456' }
    expect(await run(page.account.checkOneTimeCode, input)).toMatchObject({
      outcome: 'has_account',
      facts: { hasEmail: true },
    })
  })

  it('removes the subscription link after subscribing [DONE-14, DONE-15]', async () => {
    const page = openPage({ user: ann })
    await run(page.order.subscribeToEvents)
    expect(page.user()).toMatchObject({ email: 'ann@example.com', is_event_subscribed: true })
    page.queryClient.removeQueries(userQuery)
    await run(page.order.subscribeToEvents)
  })

  it('keeps the marketing preferences [CALL-15]', async () => {
    const page = openPage()
    await run(page.account.setMarketingPreferences, { choices: marketingChoices })
    expect(page.checkout()?.marketing_preferences).toMatchObject({
      ct_subscribed: false,
      event_subscribed: true,
      basket_organisers: [
        { id: '3', organiser_subscribed: true },
        { id: '4', organiser_subscribed: true },
      ],
    })
  })

  it('is a choice of marketing preferences for a checkout that names none', async () => {
    const page = openPage({ checkout: { ...wire, marketing_preferences: null } })
    await run(page.account.setMarketingPreferences, { choices: marketingChoices })
    expect(page.checkout()?.marketing_preferences).toBeNull()
  })

  it('does not make the page ask again who the user is [DARK-04]', async () => {
    const page = openPage()
    await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
    page.calls.length = 0
    await run(page.account.fetchUser, { isOtherEmail: false })
    expect(page.lines()).toEqual([])
  })

  it('fails if the change itself is rejected', async () => {
    const page = openPage({ failing: [`POST ${CHECKOUT}/update_donation/`] })
    await expect(run(page.donations.updateDonation, { declaration })).rejects.toThrow()
    expect(page.checkout()?.is_gift_aid).toBe(false)
  })
})

describe('a donation whose call failed', () => {
  const saveDonation = `POST ${CHECKOUT}/save_donation/`
  const input = { amount: 1_000, charityId: '7' }

  it('counts as saved if the checkout includes it [DONA-14]', async () => {
    const page = openPage({
      failing: [saveDonation],
      reads: { [getCheckout]: () => ({ ...wire, donation: { amount_before_booking_fee: '10.00' } }) },
    })
    expect((await run(page.donations.saveDonation, input)).facts.hasDonation).toBe(true)
  })

  it('counts as not saved if the checkout does not include it [DONA-14]', async () => {
    const page = openPage({ failing: [saveDonation], reads: { [getCheckout]: () => wire } })
    await expect(run(page.donations.saveDonation, input)).rejects.toThrow()
    expect(page.checkout()?.donation).toBeNull()
  })

  it('counts as withdrawn if the checkout has no donation [DONA-14]', async () => {
    const page = openPage({ failing: [saveDonation], reads: { [getCheckout]: () => wire } })
    const { facts } = await run(page.donations.saveDonation, { ...input, amount: 0 })
    expect(facts.hasDonation).toBe(false)
  })

  it('counts as saved if the checkout cannot be loaded, as it may be charged [DONA-14]', async () => {
    const page = openPage()
    closeShop()
    await expect(run(page.donations.saveDonation, input)).rejects.toThrow()
    expect(page.checkout()).toMatchObject({
      donation: { amount_before_booking_fee: 1_000 },
      basket_total: 3_020,
    })
    await expect(run(page.donations.saveDonation, { ...input, amount: 0 })).rejects.toThrow()
    expect(page.checkout()?.donation?.amount_before_booking_fee).toBe(1_000)
  })
})

describe('payment after a change that could not be reloaded', () => {
  const credentials = {
    [`POST ${CHECKOUT}/get_card_credentials/`]: () => ({ publishable_key: 'pk_1' }),
  }

  it('reloads the checkout before the card form, even after further changes [PAYM-32]', async () => {
    const reads: Record<string, () => object> = { ...credentials }
    const page = openPage({ reads })
    await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
    await run(page.account.setMarketingPreferences, { choices: marketingChoices })
    page.calls.length = 0
    await expect(run(page.payment.prepareCard)).rejects.toThrow()
    reads[getCheckout] = () => ({ ...wire, basket_total: '30.50' })
    await run(page.payment.prepareCard)
    expect(page.lines().filter((line) => line === getCheckout)).toHaveLength(2)
    expect(page.checkout()?.basket_total).toBe(3_050)
  })

  describe('when the buyer pays', () => {
    const pay = `POST ${CHECKOUT}/pay_with_card/`
    const createBankPayment = `POST ${CHECKOUT}/create_truelayer_payment/`
    const changed = 'The total has changed to £99.00. Please check it and pay again.'
    const details = { contactNumber: '', account: null }

    /** Opens a page that shows £30.20 after a donation that could not be reloaded; the shop then replies with `found`. */
    async function openStale(found: object) {
      vi.spyOn(cardFields, 'createPaymentMethod').mockResolvedValue({ id: 'pm_1' })
      const reads: Record<string, () => object> = {
        ...credentials,
        [pay]: () => ({ status: 'success' }),
        [createBankPayment]: () => ({ url: 'https://bank.example/' }),
      }
      const page = openPage({ reads })
      await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
      reads[getCheckout] = () => ({ ...wire, currency: '£', ...found })
      return page
    }

    it('shows a changed total instead of charging it, and charges it on the next attempt', async () => {
      const page = await openStale({ basket_total: '99.00' })
      const outcome = await page.pay({ method: 'card', details })
      expect(outcome).toEqual({ status: 'unsuccessful', message: changed, isDeclined: false })
      expect(page.lines()).not.toContain(pay)
      expect(page.checkout()?.basket_total).toBe(9_900)
      expect(await page.pay({ method: 'card', details })).toMatchObject({ status: 'success' })
      expect(page.lines()).toContain(pay)
    })

    it('shows a changed total to an express buyer instead of charging it', async () => {
      const page = await openStale({ basket_total: '99.00' })
      const express = { details: { ...expressDetails, contactNumber: '' } }
      expect(await run(page.payment.saveExpressAccount, express)).toEqual({ error: '' })
      expect(await page.pay({ method: 'card', ...express })).toEqual({
        status: 'unsuccessful',
        message: changed,
        isDeclined: false,
      })
      expect(page.lines()).not.toContain(pay)
    })

    it('charges the card if the total has not changed', async () => {
      const page = await openStale({ basket_total: '30.20' })
      expect(await page.pay({ method: 'card', details })).toMatchObject({ status: 'success' })
      expect(page.lines()).toContain(pay)
    })

    it('charges no card if the order is already paid', async () => {
      const page = await openStale({ basket_total: '99.00', payment_complete: 1 })
      expect(await page.pay({ method: 'card', details })).toEqual({ status: 'success' })
      expect(page.lines()).not.toContain(pay)
    })

    it.each([
      [
        'with a total that was not shown',
        { basket_total: '99.00' },
        {
          status: 'unsuccessful',
          message: 'The total has changed to £99.00. Please check it and pay again.',
          isDeclined: false,
        },
      ],
      ['for an order that turns out to be paid', { payment_complete: 1 }, { status: 'success' }],
    ])("does not open the bank's page %s", async (_, found, outcome) => {
      const page = await openStale(found)
      const bank = await page.pay({ method: 'bank', details })
      expect(bank).toEqual(outcome)
      expect(page.lines()).not.toContain(createBankPayment)
    })

    it("opens the bank's page if the total has not changed [PAYM-45]", async () => {
      const page = await openStale({ basket_total: '30.20' })
      await page.pay({ method: 'bank', details })
      expect(page.lines()).toContain(createBankPayment)
    })
  })

  it("does not open the bank's page if the checkout cannot be loaded [PAYM-45]", async () => {
    const page = openPage()
    await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
    const bank = await page.pay({ method: 'bank', details: guestDetails })
    expect(bank).toEqual({
      status: 'unsuccessful',
      message: "We couldn't check your basket. Please try again.",
      isDeclined: false,
    })
    expect(page.lines()).not.toContain(`POST ${CHECKOUT}/create_truelayer_payment/`)
  })

  it('does not reload a checkout that is not stale', async () => {
    const page = openPage({ reads: { ...credentials, [getCheckout]: () => wire } })
    await run(page.donations.saveDonation, { amount: 1_000, charityId: '7' })
    await run(page.account.setMarketingPreferences, { choices: marketingChoices })
    page.calls.length = 0
    await run(page.payment.prepareCard)
    expect(page.lines()).not.toContain(getCheckout)
  })
})
