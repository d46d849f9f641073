import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Asking for the tickets, with or without the proof of a captcha [CALL-10]. */
export function createReservationActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./reservation-tasks.ts'))
  return {
    reserveTickets: actor((tasks) => tasks.reserveTickets),
  }
}
