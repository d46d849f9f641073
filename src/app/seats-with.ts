import type { QueryClient } from '@tanstack/react-query'
import { countdownMachine } from '#machines/countdown.ts'
import { freeSeatsMachine } from '#machines/free-seats.ts'
import { seatSelectionMachine } from '#machines/seat-selection.ts'
import { createFreeSeatsActors, createSeatActors } from '#src/seats/actors.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'

/** The chart of the seat-selection screen with the actors that work with this cache, for the page and for the shop that draws it. */
export const seatsWith = (queryClient: QueryClient) =>
  seatSelectionMachine.provide({
    actors: {
      ...createSeatActors(queryClient),
      countdown: countdownMachine,
      freeSeats: freeSeatsMachine.provide({
        actors: createFreeSeatsActors(queryClient) satisfies Complete<typeof freeSeatsMachine>,
      }),
    } satisfies Complete<typeof seatSelectionMachine>,
    actions: { notifyError: notices.notifyError },
  })
