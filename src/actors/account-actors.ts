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

    /** An action, not an actor. The tasks are loaded by then, as they sent the code. */
    clearSentCode: () => void load().then((tasks) => tasks.forgetSentCode()),
  }
}
