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
 * Loads what the card form needs: credentials [PAYM-60], countries for the address of an express buyer, and the provider's
 * script (docs.stripe.com/js). A stale checkout is reloaded first, so that the total on screen is the total charged.
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

/** Claims free tickets with the email of the user or guest, otherwise of the sale [CALL-26, OPEN-18]. */
export async function claimFreeTickets(queryClient: QueryClient): Promise<{ facts: Facts }> {
  const user = queryClient.getQueryData(userQuery.queryKey)
  const guest = rememberedGuest(queryClient)
  await calls.claimFreeTickets(
    user?.email || guest?.email || (await checkoutOf(queryClient)).init_guest_email,
  )
  return { facts: await paidFacts(queryClient) }
}

/**
 * Saves the express buyer's account, preferences and address. Stops at the first error and returns its message, '' on
 * success [OPEN-16, OPEN-17].
 */
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
    // From the cache: reloading would replace the total on screen, which `confirmTotal` compares.
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
 * Pays with the typed card, if the total on screen is current [CALL-23, PAYM-58..62]. A rejected card or payment is the
 * outcome `unsuccessful`. After an error the checkout is reloaded, as the order may be paid nevertheless, for example in
 * another tab. If the shop did not reply, paying again with the same card sends the same idempotency key. Stops before
 * charging when the actor is stopped.
 *
 * @throws InvalidReply or Offline, if the order is not paid
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

/** Marks the cached checkout as paid and returns its facts [BANK-11]. */
export async function completePayment(queryClient: QueryClient): Promise<{ facts: Facts }> {
  return { facts: await paidFacts(queryClient) }
}

/**
 * Creates a bank transfer and returns the address of the bank's page [CALL-24]. Creates none if the order is already paid,
 * or if the total has changed or cannot be checked.
 */
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

/** Loads the error message of the last payment, '' for none [CALL-25]. */
export async function getPaymentError(): Promise<{ text: string }> {
  return { text: await calls.getPaymentError() }
}

/** Loads the status of the bank transfer; `amount` is in pence, `hasTime` is false once the hold has expired [CALL-27]. */
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

/** Returns the cached checkout, reloaded if it is stale. */
const checkoutOf = (queryClient: QueryClient) => queryClient.fetchQuery(checkoutQuery)

const isPaidAfterAll = (queryClient: QueryClient) => rereadCheckout(queryClient).then(isPaid, () => false)

/** Reloads the checkout after a payment and returns its facts: paid, even if the reply is outdated or missing. */
async function paidFacts(queryClient: QueryClient): Promise<Facts> {
  const checkout = await checkoutAfterChange(queryClient)
  const paid = { ...checkout, payment_complete: true }
  applyChange(queryClient, checkoutQuery, () => paid)
  return factsFrom(queryClient, paid)
}

/** Returns the configured credentials, for a back-end that replies without any [PAYM-60]; rethrows if there are none. */
function configuredCredentials(checkout: Checkout, error: unknown): CardCredentials {
  const publishable_key = config.cardPublishableKey
  if (error instanceof Offline || !publishable_key) throw error
  return { publishable_key, account: checkout.opoa.merchant_id, script: config.stripeScript }
}

/**
 * Creates the store of the current attempt: its payment method and idempotency key, which are reused until the server has
 * replied or the buyer has changed the card.
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
