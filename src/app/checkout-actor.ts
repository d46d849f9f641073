import { createActor } from 'xstate'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { checkoutWith } from './checkout-with.ts'
import { queryClient } from './query-client.ts'

const create = () => createActor(checkoutWith(queryClient), { inspect: emitPageEvent })

let checkout: ReturnType<typeof create> | undefined

/** The checkout of the page, created when first asked for, as that takes as long as to run the scripts of the charts. */
export const checkoutActor = () => (checkout ??= create())

// While charts run, none can be created; the seat selection has none at all.

/** Whether an actor is the checkout of the page. */
export const isCheckout = (actor: unknown) => checkout !== undefined && actor === checkout

/** Tells the checkout, if the page has one, that it is in sight again. */
export const showCheckout = () => checkout?.send({ type: 'page.shown' })
