import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { BankStatus } from '#machines/bank-polling.ts'
import type { PaymentDetails, PayOutcome } from '#machines/payment.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { HttpFailure, Offline, refusalMessage } from '#src/api/errors.ts'
import { userQuery } from '#src/api/user-calls.ts'
import type { CardCredentials } from '#src/api/schemas/payment.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { cardFields, CardRefusal } from '#src/lib/card-fields.ts'
import { config } from '#src/lib/config.ts'
import type { Facts } from '#src/rules/facts.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { applyChange, checkoutAfterChange } from './after-change.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'
import { rememberedGuest, rememberGuest } from './remembered-guest.ts'

/** These calls are loaded when first made. */
const paymentCalls = () => import('#src/api/payment-calls.ts')
const accountCalls = () => import('#src/api/account-calls.ts')
const addressCalls = () => import('#src/api/address-calls.ts')
const marketingCalls = () => import('#src/api/marketing-calls.ts')

/** Paying and claiming [CALL-24..27, and the added card calls]. */
export function createPaymentActors(queryClient: QueryClient) {
  /** The checkout as known, read first when its last reading failed. */
  const checkout = () => queryClient.fetchQuery(checkoutQuery)
  const attempts = createAttempts()
  return {
    /**
     * Reads what the card form needs and loads the provider's script. A checkout whose last reading failed is read
     * first: what is shown must be what is paid.
     */
    prepareCard: fromPromise<void>(async () => {
      await checkout()
      const { cardCredentialsQuery } = await paymentCalls()
      const credentials = await queryClient
        .fetchQuery(cardCredentialsQuery)
        .catch(async (error: unknown) => configuredCredentials(await checkout(), error))
      queryClient.setQueryData(cardCredentialsQuery.queryKey, credentials)
      if ((await checkout()).require_delivery_address)
        await queryClient.prefetchQuery((await addressCalls()).countriesQuery)
      const { loadCardProvider } = await import('#src/lib/card-provider.ts')
      await loadCardProvider(credentials)
    }),

    claimFreeTickets: fromPromise<{ facts: Facts }>(async () => {
      const user = queryClient.getQueryData(userQuery.queryKey)
      const guest = rememberedGuest(queryClient)
      const { claimFreeTickets } = await paymentCalls()
      await claimFreeTickets(user?.email || guest?.email || (await checkout()).init_guest_email)
      return { facts: await paidFacts(queryClient) }
    }),

    /** The express buyer's account, choices and address, in that order; the first error stops [OPEN-16, OPEN-17]. */
    saveExpressAccount: fromPromise<{ error: string }, { details: PaymentDetails }>(async ({ input }) => {
      const { account, contactNumber } = input.details
      if (!account) return { error: '' }
      const [{ saveGuestToSale }, { setMarketingPreferences }, { setDeliveryAddress }] = await Promise.all([
        accountCalls(),
        marketingCalls(),
        addressCalls(),
      ])
      try {
        const { error } = await saveGuestToSale({ email: account.email, fullname: account.fullName })
        if (error) return { error }
        rememberGuest(queryClient, account)
        await setMarketingPreferences(account.preferences)
        if ((await checkout()).require_delivery_address)
          await setDeliveryAddress({
            address: account.address,
            gift_voucher_from: '',
            gift_voucher_to: '',
            ...(contactNumber && { contact_number: contactNumber }),
          })
        return { error: '' }
      } catch (error) {
        const message = refusalMessage(error)
        if (!message) throw error
        return { error: message }
      }
    }),

    /**
     * Makes a payment method of the card fields and pays with it. What the card or the provider refuses is an outcome.
     * Where paying fails, the checkout tells whether it was paid after all, perhaps in another tab; without an answer a
     * new try repeats the same attempt. Nothing is paid once the chart has left, which a promise alone would not notice.
     */
    payWithCard: fromPromise<PayOutcome, { details: PaymentDetails }>(async ({ input, signal }) => {
      const { account, contactNumber } = input.details
      const { payWithCard } = await paymentCalls()
      const { sale_reference } = await checkout()
      const name =
        account?.fullName ||
        queryClient.getQueryData(userQuery.queryKey)?.full_name ||
        rememberedGuest(queryClient)?.fullName ||
        ''
      try {
        const method = await attempts.method(sale_reference, () =>
          cardFields.createPaymentMethod({
            name,
            ...(account && { postcode: account.address.postcode ?? '' }),
          }),
        )
        signal.throwIfAborted()
        const reply = await payWithCard({
          payment_method_id: method.id,
          attempt: method.attempt,
          ...(contactNumber && { contact_number: contactNumber }),
        })
        attempts.end()
        if (reply.status === 'success') return { status: 'success', facts: await paidFacts(queryClient) }
        return reply.status === 'redirect_to_url'
          ? { status: 'redirect_to_url', url: reply.url }
          : { status: 'unsuccessful', message: reply.message || paymentFailed }
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof CardRefusal)
          return { status: 'unsuccessful', message: error.message || paymentFailed }
        if (error instanceof HttpFailure && error.status < 500) attempts.end()
        if (await isPaidAfterAll(queryClient))
          return { status: 'success', facts: await paidFacts(queryClient) }
        if (!(error instanceof HttpFailure)) throw error
        return { status: 'unsuccessful', message: refusalMessage(error) || paymentFailed }
      }
    }),

    /** Marks the payment complete in the page [BANK-11]. */
    completePayment: fromPromise<{ facts: Facts }>(async () => ({ facts: await paidFacts(queryClient) })),

    createTruelayerPayment: fromPromise<{ url: string }, { contactNumber: string }>(async ({ input }) => {
      const { createTruelayerPayment } = await paymentCalls()
      await checkout()
      return createTruelayerPayment({
        ...(input.contactNumber && { contact_number: input.contactNumber }),
      })
    }),

    getPaymentError: fromPromise<{ text: string }>(async () => ({
      text: await (await paymentCalls()).getPaymentError(),
    })),

    getTruelayerStatus: fromPromise<BankStatus>(async () => {
      const status = await (await paymentCalls()).getTruelayerStatus()
      return {
        status: status.payment_completed ? 'completed' : status.truelayer_status_error ? 'failed' : 'pending',
        amount: status.total,
        reference: status.reference,
        message: status.truelayer_status_error,
        hasTime: status.checkout_expires_in === null || status.checkout_expires_in > 0,
      }
    }),
  }
}

const isPaidAfterAll = (queryClient: QueryClient) => rereadCheckout(queryClient).then(isPaid, () => false)

/**
 * The facts after a payment. What the server knows is read again, but a reply that lags behind, or none, cannot take a
 * payment back.
 */
async function paidFacts(queryClient: QueryClient): Promise<Facts> {
  const checkout = await checkoutAfterChange(queryClient)
  const paid = { ...checkout, payment_complete: true }
  applyChange(queryClient, checkoutQuery, () => paid)
  return factsFrom(queryClient, paid)
}

const paymentFailed = 'There was an error with your payment. Please try again.'

/** Starts the card form with what is configured where the back-end answers, but gives no credentials [PAYM-60]. */
function configuredCredentials(checkout: Checkout, error: unknown): CardCredentials {
  const publishable_key = config.cardPublishableKey
  if (error instanceof Offline || !publishable_key) throw error
  return { publishable_key, account: checkout.opoa.merchant_id, script: config.stripeScript }
}

/** One idempotency key, and one payment method, for each attempt on a sale: kept until the server has answered it. */
function createAttempts() {
  let current: { sale: string; id: string; attempt: string } | null = null
  return {
    async method(sale: string, create: () => Promise<{ id: string }>) {
      if (current?.sale !== sale) current = { sale, id: (await create()).id, attempt: crypto.randomUUID() }
      return current
    },
    end() {
      current = null
    },
  }
}
