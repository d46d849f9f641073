import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import type { AnyStateMachine, StateValue } from 'xstate'
import { coverageOf, refusedIn, type Covered } from '#machines/paths/coverage.ts'
import { machines } from '#machines/paths/index.ts'
import { shortEvent } from '#machines/paths/transitions.ts'

/** What a page tells of one of its charts. */
interface Told {
  actor: string
  /** The load of the page in which the actor runs. */
  load: string
  chart: string
  value: StateValue
  states: string[]
  /** Null if the snapshot is told, not a microstep. */
  microstep: { event: string; taken: { path: string[]; event: string; index: number }[] } | null
}

/** A chart has received an event, or has come to a state without one. */
export interface Trace {
  actor: string
  load: string
  /** The event that the chart has received, as the paths name it (`done sendOneTimeCode`), also if it ignores it; '' for none. */
  event: string
  /** The states of the chart afterwards. */
  value: StateValue
}

/** The charts that run in a page, followed from their inspection events. */
export interface PageCharts {
  /** Returns all that a chart has received and all states that it has been in, in their order, whichever actor has run it. */
  trailOf: (chart: string) => readonly Trace[]
  /** Returns which load of the page is there now. */
  load: () => Promise<string>
  /** Lists the guards of a chart that an event would have to pass where the chart is now, as blocked. */
  refused: (chart: string, event: string) => string[]
  /** Returns what has been walked, by chart. */
  covered: () => Record<string, Covered>
}

/** Follows the charts of a page from its next load on: every actor that runs a chart, also after a reload. */
export async function followCharts(page: Page): Promise<PageCharts> {
  const actors = new Map<string, ReturnType<typeof coverageOf>>()
  const trails = new Map<string, Trace[]>()
  const places = new Map<string, { machine: AnyStateMachine; states: string[] }>()
  const walked: Record<string, Covered> = {}

  function hear({ actor, load, chart, value, states, microstep }: Told) {
    const machine = [...machines.values()].find(({ id }) => id === chart)
    if (!machine) return
    const trail = trails.get(chart) ?? []
    trails.set(chart, trail)
    places.set(chart, { machine, states })
    const isEventless = !microstep || microstep.taken.some((one) => one.event === '')
    const event = isEventless ? '' : shortEvent(microstep.event)
    const isNew = !actors.has(actor) || !isDeepStrictEqual(trail.at(-1)?.value, value)
    if (event || isNew) trail.push({ actor, load, event, value })
    const coverage = actors.get(actor) ?? coverageOf(machine)
    actors.set(actor, coverage)
    if (microstep)
      coverage.add({
        event: microstep.event,
        states,
        taken: microstep.taken.map(
          ({ path, event, index }) =>
            `${[chart, ...path].join('.')} ${event ? shortEvent(event) : 'always'} #${index + 1}`,
        ),
      })
    else for (const id of states) coverage.covered.states.add(id)
    const all = (walked[chart] ??= {
      states: new Set(),
      transitions: new Set(),
      guards: new Set(),
      pairs: new Set(),
    })
    for (const aim of ['states', 'transitions', 'guards', 'pairs'] as const)
      for (const key of coverage.covered[aim]) all[aim].add(key)
  }

  await page.exposeFunction('tellChart', hear)
  await page.addInitScript(() => {
    const { tellChart } = window as unknown as { tellChart: (told: unknown) => void } // exposed above
    const load = String(Math.random())
    Object.assign(window, { chartsLoad: load })
    window.onPageEvent = (inspected) => {
      if (inspected.type !== '@xstate.microstep' && inspected.type !== '@xstate.snapshot') return
      const { snapshot, actorRef } = inspected
      if (!('machine' in snapshot) || !('_nodes' in snapshot)) return
      const { machine, value, _nodes } = snapshot as unknown as {
        machine: { id: string }
        value: StateValue
        _nodes: { id: string }[]
      } // an actor that runs a chart
      const microstep =
        inspected.type === '@xstate.microstep'
          ? {
              event: inspected.event.type,
              taken: inspected._transitions.map((one) => {
                const { path, always = [], transitions } = one.source
                const beside = one.eventType === '' ? always : (transitions.get(one.eventType) ?? [])
                return { path, event: one.eventType, index: beside.indexOf(one) }
              }),
            }
          : null
      tellChart({
        actor: `${load} ${machine.id} ${actorRef.sessionId}`,
        load,
        chart: machine.id,
        value,
        states: _nodes.map(({ id }) => id),
        microstep,
      })
    }
  })
  return {
    trailOf: (chart) => trails.get(chart) ?? [],
    load: () => page.evaluate(() => (window as unknown as { chartsLoad: string }).chartsLoad), // set above
    refused(chart, event) {
      const place = places.get(chart)
      return place ? refusedIn(place.machine, place.states, event) : []
    },
    covered: () => walked,
  }
}
