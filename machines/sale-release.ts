import { sendParent, setup, type PromiseActorLogic } from 'xstate'

/**
 * Releases the reservation when the buyer confirms "Edit basket" [CONT-48]. Runs beside the step, so a failure leaves
 * the step and its form untouched [ERRS-42]. Sends `sale.released` to its parent.
 */
export const saleReleaseMachine = setup({
  types: { events: {} as { type: 'release.request' } },
  actors: { destroySale: {} as PromiseActorLogic<void> },
  actions: {
    sendReleased: sendParent({ type: 'sale.released' }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'saleRelease',
  description: 'Releases the held tickets so that the basket can be edited.',
  initial: 'idle',
  states: {
    idle: {
      description: 'No release is under way: none was asked for, or it has ended or failed.',
      on: { 'release.request': { target: 'destroying' } },
    },
    destroying: {
      description: 'Releasing the reservation.',
      tags: ['busy'],
      invoke: {
        id: 'destroySale',
        src: 'destroySale',
        onDone: { target: 'idle', actions: 'sendReleased' },
        onError: {
          target: 'idle',
          actions: { type: 'notifyError', params: { text: 'Unable to edit Basket. Please try again later' } },
        },
      },
    },
  },
})
