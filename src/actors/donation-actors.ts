import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors for donation (pence; 0 withdraws it), Gift Aid and marketing preferences [CALL-15..17]. */
export function createDonationActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./donation-tasks.ts'))
  return {
    saveDonation: actor((tasks) => tasks.saveDonation),
    updateDonation: actor((tasks) => tasks.updateDonation),
    setMarketingPreferences: actor((tasks) => tasks.setMarketingPreferences),
  }
}
