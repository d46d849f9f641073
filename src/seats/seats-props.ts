import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { seatSelectionMachine } from '#machines/seat-selection.ts'
import type { Seating } from '#src/seats/rules/seats.ts'

export type SeatsSnapshot = SnapshotFrom<typeof seatSelectionMachine>

/** Props of every part of the seat-selection screen: the running chart, created in `src/app/seats.tsx`. */
export interface SeatsProps {
  actor: ActorRefFrom<typeof seatSelectionMachine>
}

/** Props of the parts that are shown with the seating plan. */
export type HallProps = SeatsProps & { seating: Seating }
