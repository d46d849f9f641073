import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { orderCompletedMachine } from '#machines/order-completed.ts'

export type OrderCompletedChart = ActorRefFrom<typeof orderCompletedMachine>
export type OrderSnapshot = SnapshotFrom<typeof orderCompletedMachine>

/** Selects the view, by its documented name [DONE-01]. */
export function selectView(snapshot?: OrderSnapshot) {
  if (snapshot?.matches({ view: 'transfer_tickets' })) return 'transfer_tickets'
  return snapshot?.matches({ view: 'find_a_place' }) ? 'find-a-place' : 'overview'
}

export const selectTransfers = (snapshot?: OrderSnapshot) => snapshot?.children.transfers
