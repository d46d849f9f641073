import type { QueryClient } from '@tanstack/react-query'
import type { BankStatus } from '#machines/bank-polling.ts'
import type { PaymentDetails, PayOutcome } from '#machines/payment-attempt.ts'
import { saveGuestToSale } from '#src/account/calls.ts'
import { countriesQuery, setDeliveryAddress } from '#src/address/calls.ts'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { Offline, refusalMessage } from '#src/http/errors.ts'
import { setMarketingPreferences } from '#src/account/marketing-calls.ts'
import * as calls from './calls.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import type { CardCredentials } from './schemas.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { loadCardProvider } from '#src/payment/card/card-provider.ts'
import { prepareSquare } from '#src/payment/square/prepare-square.ts'
import { config } from '#src/lib/config.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { rejectedByShop } from './rejected-by-shop.ts'
import { rememberedGuest, rememberGuest } from '#src/checkout/remembered-guest.ts'

export { bankPollingMachine } from '#machines/bank-polling.ts'
export { paymentMachine } from '#machines/payment.ts'
export { getPaymentError } from './payment-error.ts'
export { loadPaidOrder } from './paid-facts.ts'
export { prepareCardProvider } from './prepare-card-provider.ts'
export { paymentAttemptChart } from './payment-attempt-chart.ts'

/**
 * Loads what the card form needs: credentials [PAYM-60], countries for the address of an express buyer, and the provider's
 * script (docs.stripe.com/js). A stale checkout is reloaded first, so that the total on screen is the total charged. Waits
 * for the user, whose name is the billing name [PAYM-59].
 */
export async function prepareCard(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery(userQuery).catch(() => null)
  const { opoa } = await checkoutOf(queryClient)
  if (opoa.provider === 'square') return prepareSquare(queryClient)
  const credentials = await queryClient
    .fetchQuery(calls.cardCredentialsQuery)
    .catch(async (error: unknown) => configuredCredentials(await checkoutOf(queryClient), error))
  queryClient.setQueryData(calls.cardCredentialsQuery.queryKey, credentials)
  if (demandedDetails(await checkoutOf(queryClient)).address) await queryClient.prefetchQuery(countriesQuery)
  await loadCardProvider(credentials)
}

/**
 * Claims free tickets with the email of the user or guest, otherwise of the sale [CALL-26, OPEN-18]. A reason that the shop
 * gives the buyer is the outcome `unsuccessful`; throws other errors.
 */
export async function claimFreeTickets(queryClient: QueryClient): Promise<PayOutcome> {
  const user = queryClient.getQueryData(userQuery.queryKey)
  const guest = rememberedGuest(queryClient)
  try {
    await calls.claimFreeTickets(
      user?.email || guest?.email || (await checkoutOf(queryClient)).init_guest_email,
    )
  } catch (error) {
    return rejectedByShop(error)
  }
  return { status: 'success' }
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
    if (demandedDetails(await queryClient.ensureQueryData(checkoutQuery)).address)
      await setDeliveryAddress({
        address: account.address,
        gift_voucher_from: account.voucherFrom,
        gift_voucher_to: account.voucherTo,
        ...(contactNumber && { contact_number: contactNumber }),
      })
    return { error: '' }
  } catch (error) {
    const message = refusalMessage(error)
    if (!message) throw error
    return { error: message }
  }
}

/** Loads the status of the bank transfer; `amount` is in pence, `hasTime` is false once the hold has expired [CALL-27]. */
export async function getTruelayerStatus(_queryClient: QueryClient, { signal }: Run): Promise<BankStatus> {
  const status = await calls.getTruelayerStatus(signal)
  return {
    status: status.payment_completed ? 'completed' : status.truelayer_status_error ? 'failed' : 'pending',
    amount: status.total,
    reference: status.reference,
    message: status.truelayer_status_error,
    hasTime: status.checkout_expires_in === null || status.checkout_expires_in > 0,
    isUncharged: status.status === 'failed',
  }
}

/** Returns the cached checkout, reloaded if it is stale. */
const checkoutOf = (queryClient: QueryClient) => queryClient.fetchQuery(checkoutQuery)

/** Returns the configured credentials, for a back-end that replies without any [PAYM-60]; rethrows if there are none. */
function configuredCredentials(checkout: Checkout, error: unknown): CardCredentials {
  const publishable_key = config.cardPublishableKey
  if (error instanceof Offline || !publishable_key) throw error
  return { publishable_key, account: checkout.opoa.merchant_id, script: config.stripeScript }
}
