import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { CodeCheck, GuestSaved } from '#machines/account.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { factsFrom } from './read-checkout.ts'
import { rememberGuest } from './remembered-guest.ts'
import { rereadOrKnown } from './reread-or-known.ts'

/** These calls are loaded when first made. */
const calls = () => import('#src/api/account-calls.ts')

/** Finding out who is buying [CALL-03, CALL-11..14]. */
export function createAccountActors(queryClient: QueryClient) {
  const refreshUser = () => queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  return {
    /** The user is asked for once and kept [DARK-04]. */
    fetchUser: fromPromise<{ isSignedIn: boolean }>(async () => ({
      isSignedIn: (await queryClient.fetchQuery(userQuery)) !== null,
    })),

    sendOneTimeCode: fromPromise<void, { email: string }>(async ({ input }) =>
      (await calls()).sendOneTimeCode(input.email),
    ),

    /** With an account the user is refreshed [ACCT-08], and the checkout with what the account brings along. */
    checkOneTimeCode: fromPromise<CodeCheck, { email: string; code: string }>(async ({ input }) => {
      const check = await (await calls()).checkOneTimeCode(input)
      if (check.outcome !== 'has_account') return check
      // The code is spent: failing to read now must not ask for another one.
      await refreshUser().catch(() => null)
      return { outcome: 'has_account', facts: factsFrom(queryClient, await rereadOrKnown(queryClient)) }
    }),

    /** With a guest the sale has an email, which the checkout then says [OPEN-18]. */
    saveGuestToSale: fromPromise<GuestSaved, { email: string; fullName: string }>(async ({ input }) => {
      const { saveGuestToSale } = await calls()
      const { error } = await saveGuestToSale({ email: input.email, fullname: input.fullName })
      if (error) return { error, facts: null }
      rememberGuest(queryClient, input)
      return { error: '', facts: factsFrom(queryClient, await rereadOrKnown(queryClient)) }
    }),

    logoutOfSale: fromPromise<void>(async () => {
      await (await calls()).logoutOfSale()
      await refreshUser()
    }),

    /** Knows the user before the order is shown [DELI-08]. */
    ensureUser: fromPromise<void>(async () => {
      if (!queryClient.getQueryData(userQuery.queryKey)) await refreshUser()
    }),
  }
}
