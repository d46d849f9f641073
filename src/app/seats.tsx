import { createActor } from 'xstate'
import { countdownMachine } from '#machines/countdown.ts'
import { seatSelectionMachine } from '#machines/seat-selection.ts'
import { createSeatActors } from '#src/actors/seat-actors.ts'
import { SeatsScreen } from '#src/seats/seats-screen.tsx'
import { loadToaster } from '#src/ui/notify.ts'
import type { Complete } from './complete.ts'
import { notices } from './notices.ts'
import { queryClient } from './query-client.ts'
import { seatPath } from './seat-path.ts'

const machine = seatSelectionMachine.provide({
  actors: { ...createSeatActors(queryClient), countdown: countdownMachine } satisfies Complete<
    typeof seatSelectionMachine
  >,
  actions: { notifyError: notices.notifyError },
})

/** The running chart of the page, created outside React so that double rendering cannot start it twice. */
export const seatsActor = createActor(machine, {
  input: { eventDateId: seatPath(location.pathname) ?? '' },
}).start()

loadToaster().catch(() => {})

/** The seat-selection screen of the event date in the address [CONT-04]. */
export default function Seats() {
  return <SeatsScreen actor={seatsActor} />
}
