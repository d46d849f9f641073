import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { basketMachine, QuantityDraft } from '#machines/basket.ts'

/** The running basket chart; undefined only in the moment before the step changes. */
export type BasketChart = ActorRefFrom<typeof basketMachine> | undefined

/** Props of the parts of the basket: the running chart. */
export interface BasketProps {
  chart: BasketChart
}

type Snapshot = SnapshotFrom<typeof basketMachine> | undefined

const noDrafts: Record<string, QuantityDraft> = {}

export const selectCanChange = (snapshot: Snapshot) => snapshot?.matches('open') ?? false
export const selectCanReserve = (snapshot: Snapshot) => snapshot?.can({ type: 'basket.reserve' }) ?? false
/** Selects whether the shop puts lines into the basket that are not in it. */
export const selectCanAdd = (snapshot: Snapshot) => snapshot?.context.facts.canAddLines ?? false
export const selectIsLeaving = (snapshot: Snapshot) => snapshot?.matches('leaving') ?? false
export const selectDrafts = (snapshot: Snapshot) => snapshot?.context.drafts ?? noDrafts
/** Selects the line that the buyer has just removed and can put back, also while that is being done. */
export const selectRemoved = (snapshot: Snapshot) =>
  selectCanAdd(snapshot) ? (snapshot?.context.removed ?? null) : null
/** Selects whether the buyer has just removed a line, also at a shop that does not put it back. */
export const selectHasRemoved = (snapshot: Snapshot) => !!snapshot?.context.removed
export const selectProtection = (snapshot: Snapshot) => snapshot?.context.protection ?? null
export const selectCodeStatus = (snapshot: Snapshot) => snapshot?.context.codeStatus ?? 'none'
