import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { CodeCheck, CodeSending, GuestSaving, KnownBuyer } from '#machines/account.ts'
import { refusalMessage } from '#src/api/errors.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { checkoutAfterChange, readAfterChange } from './after-change.ts'
import { factsFrom, reread } from './read-checkout.ts'
import { rememberGuest } from './remembered-guest.ts'
import { forgetSentCode, recallSentCode, rememberSentCode } from './sent-code.ts'

/** These calls are loaded when first made. */
const accountCalls = () => import('#src/api/account-calls.ts')
const addressCalls = () => import('#src/api/address-calls.ts')

/** Finding out who is buying [CALL-03, CALL-11..14]. */
export function createAccountActors(queryClient: QueryClient) {
  async function forgetAddresses() {
    const { userAddressesQuery } = await addressCalls()
    queryClient.removeQueries({ queryKey: userAddressesQuery.queryKey })
  }
  const facts = async () => factsFrom(queryClient, await checkoutAfterChange(queryClient))
  return {
    /**
     * The user is asked for once and kept [DARK-04]; one who cannot be read is a guest [OPEN-70]. A guest who was sent
     * a code before the page was loaded again can still type it.
     */
    fetchUser: fromPromise<KnownBuyer>(async () => {
      const user = await queryClient.fetchQuery(userQuery).catch(() => null)
      return { isSignedIn: user !== null, codeSentTo: recallSentCode() }
    }),

    sendOneTimeCode: fromPromise<CodeSending, { email: string }>(({ input }) =>
      refusedOr(async () => {
        await (await accountCalls()).sendOneTimeCode(input.email)
        rememberSentCode(input.email)
        return { outcome: 'sent' }
      }),
    ),

    /** With an account the user is refreshed [ACCT-08], and the checkout with what the account brings along. */
    checkOneTimeCode: fromPromise<CodeCheck, { email: string; code: string }>(({ input }) =>
      refusedOr(async () => {
        const check = await (await accountCalls()).checkOneTimeCode(input)
        // Whatever else the answer is, the code is spent: failing to read now must not ask for another one.
        if (check.outcome !== 'one_time_code') forgetSentCode()
        if (check.outcome !== 'has_account') return check
        await forgetAddresses()
        const user = await readAfterChange(queryClient, userQuery)
        if (!user) rememberGuest(queryClient, { email: input.email, fullName: '' })
        return { outcome: 'has_account', facts: await facts() }
      }),
    ),

    /** With a guest the sale has an email, which the checkout then says [OPEN-18]. */
    saveGuestToSale: fromPromise<GuestSaving, { email: string; fullName: string }>(({ input }) =>
      refusedOr(async () => {
        const { saveGuestToSale } = await accountCalls()
        const { error } = await saveGuestToSale({ email: input.email, fullname: input.fullName })
        if (error) return { outcome: 'rejected', message: error }
        rememberGuest(queryClient, input)
        return { outcome: 'saved', facts: await facts() }
      }),
    ),

    /** Whoever signs out is a guest from then on, whether or not the user can be read again. */
    logoutOfSale: fromPromise<void>(async () => {
      await (await accountCalls()).logoutOfSale()
      await forgetAddresses()
      await readAfterChange(queryClient, userQuery, () => null)
    }),

    /** Knows the user before the order is shown [DELI-08]. */
    ensureUser: fromPromise<void>(async () => {
      if (!queryClient.getQueryData(userQuery.queryKey)) await reread(queryClient, userQuery)
    }),
  }
}

/** Turns a refusal that has words for the buyer into an outcome; without an answer there is none. */
async function refusedOr<Outcome>(call: () => Promise<Outcome>) {
  try {
    return await call()
  } catch (error) {
    const message = refusalMessage(error)
    if (!message) throw error
    return { outcome: 'refused' as const, message }
  }
}
