import type { QueryClient } from '@tanstack/react-query'
import type { OrderOffers } from '#machines/order-completed.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { refusalMessage } from '#src/http/errors.ts'
import * as calls from './calls.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { areSent, canStay, transferLines } from '#src/order/rules/order-offers.ts'
import { readAfterChange } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'

/**
 * Loads reference and email of the completed order into the cache, and returns what the order allows. The page can do
 * without them, and does not wait for the reward link [CALL-35, CALL-36, DONE-27, DONE-28].
 */
export async function loadOrder(queryClient: QueryClient): Promise<OrderOffers> {
  void queryClient.prefetchQuery(calls.rewardReferrerLinkQuery)
  const [checkout, info] = await Promise.all([
    // Read again if it was changed since; if that fails, as it was.
    queryClient.fetchQuery(checkoutQuery).catch(() => queryClient.ensureQueryData(checkoutQuery)),
    queryClient.fetchQuery(calls.simpleInfoQuery).catch(() => null),
  ])
  const offers = info?.transfers ?? []
  return {
    lines: transferLines(checkout, offers),
    offers,
    isSent: checkout.has_transfers ?? areSent(offers),
    attempt: crypto.randomUUID(),
    hasStay: canStay(checkout),
    canResend: info?.can_resend ?? false,
    canCorrectEmail: info?.can_correct_email ?? false,
  }
}

/** Subscribes the buyer to event updates [CALL-38]. */
export async function subscribeToEvents(queryClient: QueryClient): Promise<void> {
  await calls.subscribeToEvents()
  await readAfterChange(queryClient, userQuery, (user) => user && { ...user, is_event_subscribed: true })
}

/** Sends the buyer's feedback [CALL-37]. */
export async function sendFeedback(
  _queryClient: QueryClient,
  { input }: Run<{ message: string }>,
): Promise<void> {
  await calls.sendCustomerFeedback(input.message)
}

/** Has the tickets sent to the email of the order again; a refusal is a message. */
export function resendTickets(): Promise<{ message: string }> {
  return refusalOf(calls.resendTickets)
}

/** Sends a one-time code to the buyer's right email; a refusal is a message. */
export function sendEmailCode(
  _queryClient: QueryClient,
  { input }: Run<{ email: string }>,
): Promise<{ message: string }> {
  return refusalOf(() => calls.sendEmailCode(input.email))
}

/** Changes the email of the order if the code is right; a refusal is a message. */
export function changeEmail(
  queryClient: QueryClient,
  { input }: Run<{ email: string; code: string }>,
): Promise<{ message: string }> {
  return refusalOf(async () => {
    await calls.changeEmail(input)
    await readAfterChange(
      queryClient,
      calls.simpleInfoQuery,
      (info) => info && { ...info, sale_email: input.email },
    )
  })
}

/** Returns the shop's message if it refuses a call, '' if it does not; rethrows other errors. */
async function refusalOf(call: () => Promise<void>) {
  try {
    await call()
    return { message: '' }
  } catch (error) {
    const message = refusalMessage(error)
    if (!message) throw error
    return { message }
  }
}
