import type { AnyMachineSnapshot, InspectedSnapshotEvent } from 'xstate'

/** A transition of a chart, by names alone. */
export interface ChartStep {
  chart: string
  /** Such as `holding.payment.choosing`; parallel states are joined by " + ". */
  state: string
  event: string
  /** Whether the event has led to another state. */
  isNew: boolean
}

/** Returns a function that tells the step of a chart; undefined for what is no step, such as ticks and the end of a call. */
export function followCharts(): (inspected: InspectedSnapshotEvent) => ChartStep | undefined {
  const last = new WeakMap<object, string>()
  return ({ actorRef, snapshot, event }) => {
    if (!isOfMachine(snapshot)) return undefined
    const state = nameOf(snapshot.value)
    const isNew = last.get(actorRef) !== state
    last.set(actorRef, state)
    // Ticks, and internal events without effect.
    if (!isNew && event.type.startsWith('xstate.')) return undefined
    return { chart: snapshot.machine.id, state, event: event.type, isNew }
  }
}

/** Promises and callbacks are actors too. */
function isOfMachine(snapshot: object): snapshot is AnyMachineSnapshot {
  return 'machine' in snapshot
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => [name, nameOf(inner)].filter(Boolean).join('.'))
    .join(' + ')
}
