import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { Case } from './cases.ts'
import { costOf } from './cost.ts'
import { eventsIn, type Model, type Path } from './model.ts'
import { stage } from './stage.ts'

/** Charts, each invoked by the one before it. */
export type Chain = readonly Model[]

/** A situation on a path: a chart of the chain in a state, and the charts around it. */
export interface Place {
  model: Model
  snapshot: AnyMachineSnapshot
  /** Where the charts around this one are, outermost first. */
  around: readonly Place[]
  /** What led here; null at the start of a chart. */
  event: Case | null
  /** Messages that the event shows to the buyer. */
  messages: readonly string[]
  previous: Place | null
  /** How many waypoints have been passed. */
  passed: number
  cost: number
}

/** What a path must do: come to a state, or take an event. */
export type Waypoint = (place: Place) => boolean

/**
 * Returns paths through a chain of charts that pass the waypoints in their order, the usual ones first; none if there is
 * none. No path comes to the same situation twice. An invoked chart is entered once, at its start, and not left: what
 * comes after its end is a case of the chart around it. Each path is returned as the places on it.
 */
export function search(chain: Chain, waypoints: readonly Waypoint[], maxPaths = 1): Place[][] {
  const found: Place[][] = []
  const visits = new Map<string, number>()
  const waiting: Place[][] = []
  const add = (place: Place) => {
    while (waypoints[place.passed]?.(place)) place.passed += 1
    ;(waiting[place.cost] ??= []).push(place)
  }
  const [root] = chain
  if (root) add(startOf(root, null))
  for (let cost = 0; cost < waiting.length; cost += 1) {
    // Grows while it is read: entering an invoked chart costs nothing
    for (const place of waiting[cost] ?? []) {
      if (place.passed === waypoints.length) {
        found.push(placesTo(place))
        if (found.length === maxPaths) return found
        continue
      }
      const key = keyOf(place)
      const seen = visits.get(key) ?? 0
      if (seen === maxPaths || (seen > 0 && isRepeated(place))) continue
      visits.set(key, seen + 1)
      nextOf(chain, place).forEach(add)
    }
  }
  return found
}

/** The start of a chart: of the outermost, or of one that is invoked at this place. */
export function startOf(model: Model, place: Place | null): Place {
  const input = place ? inputOf(place, model.chart) : model.input
  const snapshot = model.machine.getInitialSnapshot(stage(), input)
  const around = place ? [...place.around, place] : []
  const { passed, cost } = place ?? { passed: 0, cost: 0 }
  return { model, snapshot, around, event: null, messages: [], previous: place, passed, cost }
}

/** What runs in the states of a chart. */
export const invocationsOf = ({ snapshot }: Place) => snapshot._nodes.flatMap(({ invoke }) => invoke)

/** Returns the input by which a chart is invoked at this place. */
function inputOf(place: Place, chart: string): unknown {
  const { snapshot, event } = place
  const input = invocationsOf(place).find(({ src }) => src === chart)?.input
  // No chart is told who invokes it
  return typeof input === 'function' ? input({ context: snapshot.context, event } as never) : input
}

function nextOf(chain: Chain, place: Place): Place[] {
  const { model, snapshot, around } = place
  const child = chain[around.length + 1]
  const isInvoked = child && invocationsOf(place).some(({ src }) => src === child.chart)
  const counts = new Map<string, number>()
  const events = eventsIn(model.cases, snapshot).filter((event) => model.includes?.(snapshot, event) ?? true)
  const next = events.map((event) => {
    const index = counts.get(event.type) ?? 0
    counts.set(event.type, index + 1)
    return { ...after(place, event), cost: place.cost + costOf(model.chart, event, index) }
  })
  return isInvoked ? [startOf(child, place), ...next] : next
}

/** Where an event leads. `sent` is given what the chart would send to the chart around it. */
export function after(place: Place, event: Case, sent: EventObject[] = []): Place {
  const messages: string[] = []
  const snapshot = place.model.machine.transition(place.snapshot, event, stage(messages, sent))
  return { ...place, snapshot, event, messages, previous: place }
}

/** Returns the places on a path through one chart. */
export function placesOn(model: Model, path: Path): Place[] {
  let place = startOf(model, null)
  return [place, ...path.map(({ event }) => (place = after(place, event)))]
}

/** Identifies a situation, as far as guards can tell. An invoked chart does not know more than it was given. */
const keyOf = ({ model, snapshot, passed }: Place) =>
  JSON.stringify([model.chart, passed, snapshot.value, model.facts(snapshot)])

const isRepeated = (place: Place) => placesTo(place.previous).some((before) => keyOf(before) === keyOf(place))

/** The places on the way to a place, from the start. */
export function placesTo(place: Place | null): Place[] {
  const places: Place[] = []
  for (let one = place; one; one = one.previous) places.unshift(one)
  return places
}
