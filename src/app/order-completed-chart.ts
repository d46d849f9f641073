import { orderCompletedMachine } from '#machines/order-completed.ts'
import { transfersMachine } from '#machines/transfers.ts'
import { createOrderActors } from '#src/actors/order-actors.ts'
import { createTransferActors } from '#src/actors/transfer-actors.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'

/** The order completed chart with its actors, in a script of its own. */
export default orderCompletedMachine.provide({
  actors: {
    ...createOrderActors(queryClient),
    transfers: transfersMachine.provide({
      actors: createTransferActors(queryClient) satisfies Complete<typeof transfersMachine>,
      actions: { notifyError: notices.notifyError },
    }),
  } satisfies Complete<typeof orderCompletedMachine>,
  actions: notices,
})
