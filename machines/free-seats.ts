import { assign, setup, type PromiseActorLogic } from 'xstate'
import type { Seat } from '#src/seats/rules/seats.ts'

export type FreeSeatsEvent =
  | { type: 'list.open' }
  | { type: 'list.close' }
  | { type: 'list.retry' }
  | { type: 'seats.released'; seats: Seat[] }
  | { type: 'seats.changed' }

/**
 * Reads the list of free seats while it is open: every 15 seconds, because others choose too, and after the buyer's own
 * changes, which it collects for three seconds. The list itself is in the query cache; this chart adds what the buyer has
 * released since it was read.
 */
export const freeSeatsMachine = setup({
  types: {
    input: {} as { eventDateId: string },
    context: {} as {
      eventDateId: string
      /** Seats that the buyer has released since the list was read, which may lack them. */
      released: Seat[]
    },
    events: {} as FreeSeatsEvent,
    tags: {} as 'busy',
  },
  actors: {
    loadFreeSeats: {} as PromiseActorLogic<{ isListed: boolean }, { eventDateId: string }>,
  },
  delays: { listRefresh: 15_000, changePause: 3_000 },
  guards: {
    isListed: (_, params: { isListed: boolean }) => params.isListed,
  },
  actions: {
    storeReleased: assign(({ context }, params: { seats: Seat[] }) => ({
      released: [...context.released, ...params.seats],
    })),
    clearReleased: assign({ released: [] }),
  },
}).createMachine({
  id: 'freeSeats',
  description: 'Reads the list of free seats while it is open.',
  context: ({ input }) => ({ eventDateId: input.eventDateId, released: [] }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The list is closed; nothing is read.',
      on: { 'list.open': { target: 'open' } },
    },
    open: {
      description: 'The buyer looks at the list.',
      initial: 'loading',
      on: {
        'list.close': { target: 'closed' },
        'seats.released': {
          target: '.changed',
          actions: { type: 'storeReleased', params: ({ event }) => event },
        },
      },
      states: {
        loading: {
          description: 'Reading the free seats. A list that was read before stays on the page.',
          tags: ['busy'],
          invoke: {
            id: 'loadFreeSeats',
            src: 'loadFreeSeats',
            input: ({ context }) => ({ eventDateId: context.eventDateId }),
            onDone: [
              {
                guard: { type: 'isListed', params: ({ event }) => event.output },
                target: 'listed',
                actions: 'clearReleased',
              },
              { target: '#freeSeats.unlisted' },
            ],
            onError: { target: 'failed' },
          },
          on: { 'seats.changed': { target: 'changed' } },
        },
        listed: {
          description: 'The list is on the page, and is read again after 15 seconds.',
          on: { 'seats.changed': { target: 'changed' } },
          after: { listRefresh: { target: 'loading' } },
        },
        changed: {
          description:
            'The buyer has chosen or released seats; more changes may follow before the list is read.',
          on: { 'seats.changed': { target: 'changed', reenter: true } },
          after: { changePause: { target: 'loading' } },
        },
        failed: {
          description: 'The free seats could not be read; the buyer can try again.',
          on: { 'list.retry': { target: 'loading' } },
        },
      },
    },
    unlisted: {
      description: 'The back-end has no list of free seats and is not asked again.',
    },
  },
})
