import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actor that reserves the tickets, with a captcha token if there is one [CALL-10]. */
export function createReservationActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./reservation-tasks.ts'))
  return {
    reserveTickets: actor((tasks) => tasks.reserveTickets),
    openAddress: actor((tasks) => tasks.openAddress),
  }
}
