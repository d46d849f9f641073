import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { userSchema } from '#src/checkout/schemas/user.ts'
import { openShop } from '#src/http/testing.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { openPaymentCharts } from '#src/payment/testing.ts'
import { openAddress } from '#src/checkout/open-address.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as paymentActors from '#src/payment/actors.ts'
import { rememberGuest } from '#src/checkout/remembered-guest.ts'

// The page's configuration is read when the payment tasks are loaded, from whatever document there is then.
vi.mock('#src/lib/config.ts', () => ({ config: {} }))

afterEach(() => vi.unstubAllGlobals())

/** A page at the payment, and a shop that answers every call alike. */
function openPage(reply: object | string, changes: object = {}) {
  const calls = openShop(() => Response.json(reply))
  const queryClient = new QueryClient()
  const checkout = { state: 'payment', sale_reference: 'S1', basket_total: '20.00', ...changes }
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse(checkout))
  return {
    queryClient,
    actors: actorsOf(queryClient, paymentActors),
    sent: () => calls.map(({ fields }) => fields),
  }
}

describe('a bank transfer', () => {
  it('begins at the address of the bank [CALL-24]', async () => {
    const { queryClient, sent } = openPage({ url: 'https://bank.example/' })
    const { pay } = openPaymentCharts(queryClient)
    const begin = (contactNumber: string) =>
      pay({ method: 'bank', details: { contactNumber, account: null } })
    expect(await begin('')).toEqual({ status: 'redirect_to_url', url: 'https://bank.example/' })
    await begin('0113 496 0000')
    expect(sent()).toEqual([{}, { contact_number: '0113 496 0000' }])
  })

  it('leads to the page of the bank [PAYM-45]', async () => {
    const { queryClient } = openPage({})
    const assign = vi.fn()
    vi.stubGlobal('window', { location: { assign } })
    void openAddress(queryClient, { input: { address: '/bank/' }, signal: new AbortController().signal })
    expect(assign.mock.calls).toEqual([['/bank/']])
  })

  const told = { total: '25.00', reference: 'R7' }
  it.each([
    [
      'completed',
      { payment_completed: 1, checkout_expires_in: 0 },
      { message: '', hasTime: false, isUncharged: false },
    ],
    [
      'failed',
      { truelayer_status_error: 'Refused', status: 'failed', checkout_expires_in: 30 },
      { message: 'Refused', hasTime: true, isUncharged: true },
    ],
    [
      'failed',
      { truelayer_status_error: 'Refused', checkout_expires_in: 0 },
      { message: 'Refused', hasTime: false, isUncharged: false },
    ],
    ['pending', {}, { message: '', hasTime: true, isUncharged: false }],
  ])(
    'is %s when the shop says %j [BANK-10, BANK-13, BANK-15, BANK-17, CALL-27]',
    async (status, reply, rest) => {
      const { actors } = openPage({ truelayer_status: { ...told, ...reply } })
      expect(await toPromise(createActor(actors.getTruelayerStatus).start())).toEqual({
        status,
        amount: 2_500,
        reference: 'R7',
        ...rest,
      })
    },
  )

  it('marks the payment complete in the page, though the checkout does not say so yet [BANK-11]', async () => {
    const { actors, queryClient } = openPage({ state: 'awaiting_truelayer', payment_complete: 0 })
    expect(
      await toPromise(createActor(actors.loadPaidOrder, { input: { method: 'bank' } }).start()),
    ).toMatchObject({
      facts: { isPaymentComplete: true },
    })
    expect(queryClient.getQueryData(checkoutQuery.queryKey)?.payment_complete).toBe(true)
  })

  it('that failed has its error from the shop [BANK-16, CALL-25]', async () => {
    const { actors } = openPage({ text: 'The bank said no' })
    expect(await toPromise(createActor(actors.getPaymentError).start())).toEqual({
      text: 'The bank said no',
      isPending: false,
      isUncharged: false,
    })
  })
})

it("claims free tickets for the user's email, else the guest's, else the one that the sale began with [PAYM-56, OPEN-18]", async () => {
  const { actors, queryClient, sent } = openPage(
    { state: 'payment', init_guest_email: 'first@example.com' },
    {
      init_guest_email: 'first@example.com',
    },
  )
  const claim = async () => {
    const claimed = await toPromise(createActor(actors.claimFreeTickets).start())
    expect(claimed).toEqual({ status: 'success' })
    return sent().findLast(({ email }) => email)
  }
  expect(await claim()).toEqual({ email: 'first@example.com' })
  queryClient.setQueryData(checkoutQuery.queryKey, checkoutSchema.parse({ state: 'payment' }))
  rememberGuest(queryClient, { email: 'grace@example.com', fullName: 'Grace Hopper' })
  queryClient.setQueryData(userQuery.queryKey, null)
  expect(await claim()).toEqual({ email: 'grace@example.com' })
  queryClient.setQueryData(userQuery.queryKey, userSchema.parse({ id: '5', email: 'ada@example.com' }))
  expect(await claim()).toEqual({ email: 'ada@example.com' })
})
