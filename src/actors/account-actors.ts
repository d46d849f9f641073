import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors that identify the buyer [CALL-03, CALL-11..14]. */
export function createAccountActors(queryClient: QueryClient) {
  const load = () => import('./account-tasks.ts')
  const actor = lazyActors(queryClient, load)
  return {
    fetchUser: actor((tasks) => tasks.fetchUser),
    sendOneTimeCode: actor((tasks) => tasks.sendOneTimeCode),
    checkOneTimeCode: actor((tasks) => tasks.checkOneTimeCode),
    saveGuestToSale: actor((tasks) => tasks.saveGuestToSale),
    logoutOfSale: actor((tasks) => tasks.logoutOfSale),
    ensureUser: actor((tasks) => tasks.ensureUser),

    /** An action. What sent the code is loaded by then. */
    clearSentCode: () => void load().then((tasks) => tasks.forgetSentCode()),
  }
}
