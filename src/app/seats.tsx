import { createActor } from 'xstate'
import { countdownMachine } from '#machines/countdown.ts'
import { freeSeatsMachine } from '#machines/free-seats.ts'
import { seatSelectionMachine } from '#machines/seat-selection.ts'
import { createFreeSeatsActors, createSeatActors } from '#src/seats/actors.ts'
import { ScreenFailure } from '#src/checkout/screen-failure.tsx'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { SeatsScreen } from '#src/seats/seats-screen.tsx'
import { SeatsShell } from '#src/seats/seats-shell.tsx'
import { ScreenBoundary } from '#src/ui/screen-boundary.tsx'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'
import { seatPath } from './seat-path.ts'

const machine = seatSelectionMachine.provide({
  actors: {
    ...createSeatActors(queryClient),
    countdown: countdownMachine,
    freeSeats: freeSeatsMachine.provide({
      actors: createFreeSeatsActors(queryClient) satisfies Complete<typeof freeSeatsMachine>,
    }),
  } satisfies Complete<typeof seatSelectionMachine>,
  actions: { notifyError: notices.notifyError },
})

/** The running chart of the page, created outside React so that double rendering cannot start it twice. */
export const seatsActor = createActor(machine, {
  input: { eventDateId: seatPath(location.pathname) ?? '' },
  inspect: emitPageEvent,
}).start()

/** The seat-selection screen of the event date in the address [CONT-04]. */
export default function Seats() {
  return (
    <ScreenBoundary instead={failure}>
      <SeatsScreen actor={seatsActor} />
    </ScreenBoundary>
  )
}

/** Reloading loses nothing: the provider holds the chosen seats for the session. */
const failure = () => (
  <SeatsShell state="failed" title="Choose your seats" facts={[]} countdown={null}>
    <ScreenFailure safe="Your basket and the seats you chose are" />
  </SeatsShell>
)
