import type { QueryClient } from '@tanstack/react-query'
import {
  accountMachine,
  type CodeCheck,
  type CodeSending,
  type GuestSaving,
  type KnownBuyer,
} from '#machines/account.ts'
import * as calls from './calls.ts'
import { codeHistory } from './code-history.ts'
import * as marketingCalls from './marketing-calls.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { MarketingChoices } from '#src/account/requests.ts'
import { userAddressesQuery } from '#src/address/calls.ts'
import { refusalMessage } from '#src/http/errors.ts'
import { noteSignOuts } from '#src/checkout/sign-outs.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { forgetDrafts } from '#src/lib/form-drafts.ts'
import { forgetKeptTickets } from './kept-tickets.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import { applyChange, checkoutAfterChange, readAfterChange } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { factsFrom, reread } from '#src/checkout/read-checkout.ts'
import { rememberedGuest, rememberGuest } from '#src/checkout/remembered-guest.ts'
import { forgetSentCode, recallSentCode, rememberSentCode } from './sent-code.ts'

/**
 * Loads the user once and caches it [DARK-04]; if that fails, the buyer is a guest [OPEN-70]. A guest can still enter a
 * code that was sent before, and needs none for an email that one has confirmed in this sale [ACCT-09]; both are forgotten if the
 * buyer wants another email.
 */
export async function fetchUser(
  queryClient: QueryClient,
  { input }: Run<{ isOtherEmail: boolean }>,
): Promise<KnownBuyer> {
  if (input.isOtherEmail) forgetSentCode()
  const user = await queryClient.fetchQuery(userQuery).catch(() => null)
  const checkout = await queryClient.ensureQueryData(checkoutQuery)
  const { email, isConfirmed } = recallSentCode(checkout.sale_reference) ?? { email: '', isConfirmed: false }
  const { init_guest_email, guest_name } = checkout
  const guest = rememberedGuest(queryClient) ?? { email: init_guest_email, fullName: guest_name }
  return {
    isSignedIn: user !== null,
    codeSentTo: isConfirmed ? '' : email,
    confirmed: isConfirmed ? { email, fullName: guest.email === email ? guest.fullName : '' } : null,
  }
}

/** Sends a one-time code and stores the email for reloads [CALL-12]. */
export function sendOneTimeCode(
  queryClient: QueryClient,
  { input }: Run<{ email: string }>,
): Promise<CodeSending> {
  return refusedOr(async () => {
    await calls.sendOneTimeCode(input.email)
    rememberSentCode({ email: input.email, isConfirmed: false }, saleOf(queryClient))
    return { outcome: 'sent' }
  })
}

/** Checks a one-time code; for an account, reloads user and checkout [CALL-13, ACCT-08]. */
export function checkOneTimeCode(
  queryClient: QueryClient,
  { input }: Run<{ email: string; code: string }>,
): Promise<CodeCheck> {
  return refusedOr(async () => {
    const check = await calls.checkOneTimeCode(input)
    // The code is used up, so neither a failing reload nor a later one must ask for another one.
    if (check.outcome === 'new')
      rememberSentCode({ email: input.email, isConfirmed: true }, saleOf(queryClient))
    else if (check.outcome !== 'one_time_code') forgetSentCode()
    if (check.outcome !== 'has_account') return check
    noteSignOuts(queryClient)
    forgetAddresses(queryClient)
    const user = await readAfterChange(queryClient, userQuery)
    if (!user) rememberGuest(queryClient, { email: input.email, fullName: '' })
    return { outcome: 'has_account', facts: await factsNow(queryClient) }
  })
}

/** Saves a guest and reloads the checkout, which then has an email [CALL-11, OPEN-18]. */
export function saveGuestToSale(
  queryClient: QueryClient,
  { input }: Run<{ email: string; fullName: string }>,
): Promise<GuestSaving> {
  return refusedOr(async () => {
    const { error } = await calls.saveGuestToSale({ email: input.email, fullname: input.fullName })
    if (error) return { outcome: 'rejected', message: error }
    rememberGuest(queryClient, input)
    return { outcome: 'saved', facts: await factsNow(queryClient) }
  })
}

/** Signs out [CALL-14]; the buyer is then a guest, even if the user cannot be reloaded. */
export async function logoutOfSale(queryClient: QueryClient): Promise<void> {
  await calls.logoutOfSale()
  noteSignOuts(queryClient)
  forgetAddresses(queryClient)
  forgetDrafts()
  forgetSentCode()
  forgetBuyer(queryClient)
  await forgetKeptTickets().catch(() => {})
  await readAfterChange(queryClient, userQuery, () => null)
}

/** Loads the user before the order is shown [DELI-08]. */
export async function ensureUser(queryClient: QueryClient): Promise<void> {
  if (!queryClient.getQueryData(userQuery.queryKey)) await reread(queryClient, userQuery)
}

const factsNow = async (queryClient: QueryClient) =>
  factsFrom(queryClient, await checkoutAfterChange(queryClient))

const saleOf = (queryClient: QueryClient) =>
  queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference ?? ''

const forgetAddresses = (queryClient: QueryClient) =>
  queryClient.removeQueries({ queryKey: userAddressesQuery.queryKey })

/** Forgets what the checkout has of the last buyer, should it fail to be read again before the next one is at a form. */
const forgetBuyer = (queryClient: QueryClient) =>
  applyChange(queryClient, checkoutQuery, (checkout: Checkout) => ({
    ...checkout,
    init_guest_email: '',
    contact_number: '',
    guest_name: '',
    posted_to: '',
    payment_methods: [],
    saved_answers: {},
  }))

/** Turns an HTTP error with a message for the buyer into an outcome; rethrows other errors. */
async function refusedOr<Outcome>(call: () => Promise<Outcome>) {
  try {
    return await call()
  } catch (error) {
    const message = refusalMessage(error)
    if (!message) throw error
    return { outcome: 'refused' as const, message }
  }
}

/** Returns the account chart with its actors. */
export const accountChart = (queryClient: QueryClient) =>
  accountMachine.provide({
    actors: {
      ...actorsOf(queryClient, {
        fetchUser,
        sendOneTimeCode,
        checkOneTimeCode,
        saveGuestToSale,
        logoutOfSale,
      }),
      codeHistory,
    },
    actions: { clearSentCode: forgetSentCode },
  })

/** Saves the marketing preferences [CALL-15]. */
export async function setMarketingPreferences(
  queryClient: QueryClient,
  { input }: Run<{ choices: MarketingChoices }>,
): Promise<void> {
  await marketingCalls.setMarketingPreferences(input.choices)
  applyChange(queryClient, checkoutQuery, (known: Checkout) => withMarketingChoices(known, input.choices))
}

/** Returns the checkout with the new preferences, so that the step shows them when the buyer returns. */
function withMarketingChoices(checkout: Checkout, choices: MarketingChoices): Checkout {
  const { marketing_preferences: known } = checkout
  if (!known) return checkout
  const { organiser_subscribed_marketing, ...subscribed } = choices
  const basket_organisers = known.basket_organisers.map((organiser) => ({
    ...organiser,
    organiser_subscribed: organiser_subscribed_marketing[organiser.id] ?? organiser.organiser_subscribed,
  }))
  return { ...checkout, marketing_preferences: { ...known, ...subscribed, basket_organisers } }
}
