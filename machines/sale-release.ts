import { sendParent, setup, type PromiseActorLogic } from 'xstate'

/**
 * Gives the reservation back when the buyer confirms "Edit basket" [CONT-48]. It runs beside the step, so that a failure
 * leaves the buyer and what they typed where they were [ERRS-42]. Tells its parent `sale.released`.
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
  description: 'Gives the held tickets back so that the basket can be edited.',
  initial: 'idle',
  states: {
    idle: {
      description: 'The buyer keeps the reservation.',
      on: { 'release.request': { target: 'destroying' } },
    },
    destroying: {
      description: 'Giving the reservation back.',
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
