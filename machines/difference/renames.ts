import { nodesOf } from '#machines/paths/transitions.ts'
import { codeText } from './code-text.ts'
import { happeningsOf, type Happening } from './happenings.ts'
import type { ReleasedChart } from './release.ts'

/** Today's names of what was renamed, by earlier ones. */
export interface Renames {
  states: ReadonlyMap<string, string>
  events: ReadonlyMap<string, string>
  guards: ReadonlyMap<string, string>
  delays: ReadonlyMap<string, string>
  /** Today's path of a state, which may be inside a renamed one. */
  pathOf: (path: string) => string
}

/**
 * Finds what a chart has renamed. A state, an event, a guard or a delay is renamed only if a single new one of its kind is used
 * exactly as it was, in the same states with the same targets, and does the same.
 */
export function renamesOf(before: ReleasedChart, after: ReleasedChart): Renames {
  const renamed = (partsOf: (chart: ReleasedChart) => ReadonlyMap<string, string>) =>
    certain(partsOf(before), partsOf(after))
  const states = renamed(statesOf)
  return {
    states,
    events: renamed(eventsOf),
    guards: renamed((chart) => implementedOf(chart, 'guards')),
    delays: renamed((chart) => implementedOf(chart, 'delays')),
    pathOf(path) {
      const [old = '', name = ''] = [...states].find(([one]) => isIn(path, one)) ?? []
      return name + path.slice(old.length)
    },
  }
}

/** What happened before, by the names of today. */
export function today(one: Happening, { events, guards, delays, pathOf }: Renames): Happening {
  const [, delay] = /^after (.*)$/.exec(one.event) ?? []
  return {
    ...one,
    source: pathOf(one.source),
    event: delay === undefined ? (events.get(one.event) ?? one.event) : `after ${delays.get(delay) ?? delay}`,
    guard: one.guard.replace(/^\w+/, (name) => guards.get(name) ?? name),
    target: pathOf(one.target),
  }
}

/** Pairs the names that are gone with the new ones that have the same use, if there is one of each. */
function certain(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const byUse = (parts: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    Map.groupBy(
      [...parts].filter(([name]) => !others.has(name)),
      ([, use]) => use,
    )
  const fresh = byUse(after, before)
  return new Map(
    [...byUse(before, after)].flatMap(([use, [old, ...others]]) => {
      const [name, ...more] = fresh.get(use) ?? []
      return old && name && others.length + more.length === 0 ? [[old[0], name[0]] as const] : []
    }),
  )
}

export const isIn = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

/** The use of each state, by its path: where it is, how it is left and entered, and what runs in it. */
function statesOf(chart: ReleasedChart): Map<string, string> {
  const happenings = happeningsOf(chart)
  const nodes = nodesOf(chart.machine.root)
  return new Map(
    nodes.slice(1).map((node) => {
      const path = node.path.join('.')
      const inside = (other: string) => (isIn(other, path) ? `*${other.slice(path.length)}` : other)
      const own = nodes.filter((one) => isIn(one.path.join('.'), path))
      const used = happenings
        .filter(({ source, target }) => isIn(source, path) || isIn(target, path))
        .map((one) => useOf({ ...one, source: inside(one.source), target: inside(one.target) }))
      const runs = own.map(({ path: [...names], type, invoke }) => [
        inside(names.join('.')),
        type,
        invoke.map(({ src }) => src),
      ])
      return [path, JSON.stringify([node.path.slice(0, -1), runs, used.sort()])]
    }),
  )
}

/** The use of each event that is not the end of a call or a delay. */
function eventsOf(chart: ReleasedChart): Map<string, string> {
  const byEvent = Map.groupBy(happeningsOf(chart), ({ event }) => event)
  return new Map(
    [...byEvent]
      .filter(([event]) => /^[a-z]+\./.test(event))
      .map(([event, used]) => [event, used.map((one) => useOf({ ...one, event: '*' })).join('\n')]),
  )
}

/** The use of each guard or delay, with what it does. */
function implementedOf(chart: ReleasedChart, kind: 'guards' | 'delays'): Map<string, string> {
  const happenings = happeningsOf(chart)
  const isUsing = (one: Happening, name: string) =>
    kind === 'delays' ? one.event === `after ${name}` : one.guard.replace(/\(.*/, '') === name
  return new Map(
    Object.keys(chart.machine.implementations[kind]).map((name) => [
      name,
      [
        codeText(chart, kind, name),
        ...happenings
          .filter((one) => isUsing(one, name))
          .map((one) => useOf(kind === 'delays' ? { ...one, event: '*' } : { ...one, guard: '*' })),
      ].join('\n'),
    ]),
  )
}

const useOf = ({ source, event, guard, target, effects }: Happening) =>
  [source, event, guard, target, ...effects].join(' | ')
