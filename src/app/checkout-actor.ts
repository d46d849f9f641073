import { createActor } from 'xstate'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { checkoutWith } from './checkout-with.ts'
import { queryClient } from './query-client.ts'

/** The checkout of the page, created outside React so that double rendering cannot start it twice. */
export const checkoutActor = createActor(checkoutWith(queryClient), { inspect: emitPageEvent })
