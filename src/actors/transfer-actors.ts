import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actor that transfers tickets [CALL-39]. */
export function createTransferActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./transfer-tasks.ts'))
  return { setTransfers: actor((tasks) => tasks.setTransfers) }
}
