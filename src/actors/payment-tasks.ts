import type { QueryClient } from '@tanstack/react-query'
import type { BankStatus } from '#machines/bank-polling.ts'
import type { BankPaymentOutcome, PaymentDetails, PayOutcome } from '#machines/payment.ts'
import { saveGuestToSale } from '#src/api/account-calls.ts'
import { countriesQuery, setDeliveryAddress } from '#src/api/address-calls.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { HttpFailure, Offline, refusalMessage } from '#src/api/errors.ts'
import { setMarketingPreferences } from '#src/api/marketing-calls.ts'
import * as calls from '#src/api/payment-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import type { CardCredentials } from '#src/api/schemas/payment.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { cardFields, CardRefusal } from '#src/lib/card-fields.ts'
import { loadCardProvider } from '#src/lib/card-provider.ts'
import { config } from '#src/lib/config.ts'
import type { Facts } from '#src/rules/facts.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { applyChange, checkoutAfterChange } from './after-change.ts'
import { confirmTotal } from './confirm-total.ts'
import type { Run } from './lazy-actors.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'
import { rememberedGuest, rememberGuest } from './remembered-guest.ts'

export { openAddress } from './open-address.ts'

const paymentFailed = 'There was an error with your payment. Please try again.'

const attempts = createAttempts()

/**
 * Reads what the card form needs and loads the provider's script. A checkout whose last reading failed is read
 * first: what is shown must be what is paid.
 */
export async function prepareCard(queryClient: QueryClient): Promise<void> {
  await checkoutOf(queryClient)
  const credentials = await queryClient
    .fetchQuery(calls.cardCredentialsQuery)
    .catch(async (error: unknown) => configuredCredentials(await checkoutOf(queryClient), error))
  queryClient.setQueryData(calls.cardCredentialsQuery.queryKey, credentials)
  if ((await checkoutOf(queryClient)).require_delivery_address)
    await queryClient.prefetchQuery(countriesQuery)
  await loadCardProvider(credentials)
}

/** Claims free tickets. */
export async function claimFreeTickets(queryClient: QueryClient): Promise<{ facts: Facts }> {
  const user = queryClient.getQueryData(userQuery.queryKey)
  const guest = rememberedGuest(queryClient)
  await calls.claimFreeTickets(
    user?.email || guest?.email || (await checkoutOf(queryClient)).init_guest_email,
  )
  return { facts: await paidFacts(queryClient) }
}

/** Saves the express buyer's account, preferences and address; stops at the first error [OPEN-16, OPEN-17]. */
export async function saveExpressAccount(
  queryClient: QueryClient,
  { input }: Run<{ details: PaymentDetails }>,
): Promise<{ error: string }> {
  const { account, contactNumber } = input.details
  if (!account) return { error: '' }
  try {
    const { error } = await saveGuestToSale({ email: account.email, fullname: account.fullName })
    if (error) return { error }
    rememberGuest(queryClient, account)
    await setMarketingPreferences(account.preferences)
    // Not read again here: the payment must still know which total was shown.
    if ((await queryClient.ensureQueryData(checkoutQuery)).require_delivery_address)
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
}

/**
 * Makes a payment method of the card fields and pays with it, if the total is the one that was shown. What the card or
 * the provider refuses is an outcome. Where paying fails, the checkout tells whether it was paid after all, perhaps in
 * another tab; without an answer a new try with the same card repeats the same attempt. Nothing is paid once the chart
 * has left, which a promise alone would not notice.
 */
export async function payWithCard(
  queryClient: QueryClient,
  { input, signal }: Run<{ details: PaymentDetails }>,
): Promise<PayOutcome> {
  const { account, contactNumber } = input.details
  const total = await confirmTotal(queryClient)
  if (total.outcome === 'paid') return { status: 'success', facts: total.facts }
  if (total.outcome === 'changed') return { status: 'unsuccessful', message: total.message }
  const { sale_reference } = total.checkout
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
    const reply = await calls.payWithCard({
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
    if (await isPaidAfterAll(queryClient)) return { status: 'success', facts: await paidFacts(queryClient) }
    if (!(error instanceof HttpFailure)) throw error
    return { status: 'unsuccessful', message: refusalMessage(error) || paymentFailed }
  }
}

/** Marks the payment complete in the page [BANK-11]. */
export async function completePayment(queryClient: QueryClient): Promise<{ facts: Facts }> {
  return { facts: await paidFacts(queryClient) }
}

/** Creates a bank payment and returns the address of its page, unless the buyer must check the total again first. */
export async function createTruelayerPayment(
  queryClient: QueryClient,
  { input }: Run<{ contactNumber: string }>,
): Promise<BankPaymentOutcome> {
  const total = await confirmTotal(queryClient).catch(() => null)
  if (!total) return { outcome: 'refused', message: "We couldn't check your basket. Please try again." }
  if (total.outcome === 'changed') return { outcome: 'refused', message: total.message }
  if (total.outcome === 'paid') return { outcome: 'paid', facts: total.facts }
  const { url } = await calls.createTruelayerPayment({
    ...(input.contactNumber && { contact_number: input.contactNumber }),
  })
  return { outcome: 'created', url }
}

/** Loads the provider's error of the last payment. */
export async function getPaymentError(): Promise<{ text: string }> {
  return { text: await calls.getPaymentError() }
}

/** Loads the status of the bank payment. */
export async function getTruelayerStatus(): Promise<BankStatus> {
  const status = await calls.getTruelayerStatus()
  return {
    status: status.payment_completed ? 'completed' : status.truelayer_status_error ? 'failed' : 'pending',
    amount: status.total,
    reference: status.reference,
    message: status.truelayer_status_error,
    hasTime: status.checkout_expires_in === null || status.checkout_expires_in > 0,
  }
}

/** The checkout as known, read first when its last reading failed. */
const checkoutOf = (queryClient: QueryClient) => queryClient.fetchQuery(checkoutQuery)

const isPaidAfterAll = (queryClient: QueryClient) => rereadCheckout(queryClient).then(isPaid, () => false)

/**
 * Returns the facts after a payment. The checkout is reloaded, but an outdated or missing reply never undoes the payment.
 */
async function paidFacts(queryClient: QueryClient): Promise<Facts> {
  const checkout = await checkoutAfterChange(queryClient)
  const paid = { ...checkout, payment_complete: true }
  applyChange(queryClient, checkoutQuery, () => paid)
  return factsFrom(queryClient, paid)
}

/** Starts the card form with what is configured where the back-end answers, but gives no credentials [PAYM-60]. */
function configuredCredentials(checkout: Checkout, error: unknown): CardCredentials {
  const publishable_key = config.cardPublishableKey
  if (error instanceof Offline || !publishable_key) throw error
  return { publishable_key, account: checkout.opoa.merchant_id, script: config.stripeScript }
}

/**
 * One idempotency key, and one payment method, for each attempt on a sale: kept until the server has answered it, or the
 * buyer has typed another card.
 */
function createAttempts() {
  let current: { sale: string; card: number; id: string; attempt: string } | null = null
  return {
    async method(sale: string, create: () => Promise<{ id: string }>) {
      const card = cardFields.changes
      if (current?.sale !== sale || current.card !== card)
        current = { sale, card, id: (await create()).id, attempt: crypto.randomUUID() }
      return current
    },
    end() {
      current = null
    },
  }
}
