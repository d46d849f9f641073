import type { QueryClient } from '@tanstack/react-query'
import { orderCompletedMachine } from '#machines/order-completed.ts'
import { transfersMachine } from '#machines/transfers.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as orderActors from '#src/order/actors.ts'
import * as transferActors from '#src/order/transfers/actors.ts'
import { viewHistory } from '#src/order/view-history.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'

/** The order completed chart with its actors, in a script of its own. */
export const orderCompletedWith = (queryClient: QueryClient) =>
  orderCompletedMachine.provide({
    actors: {
      ...actorsOf(queryClient, orderActors),
      transfers: transfersMachine.provide({
        actors: actorsOf(queryClient, transferActors) satisfies Complete<typeof transfersMachine>,
        actions: { notifyError: notices.notifyError },
      }),
      viewHistory,
    } satisfies Complete<typeof orderCompletedMachine>,
    actions: notices,
  })
