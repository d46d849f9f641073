import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { models } from '#machines/paths/charts.ts'
import { nodesOf, shortEvent } from '#machines/paths/transitions.ts'
import { actionAt, titleOf } from '#machines/paths/words.ts'
import { optionsAt, starts, walk, type Option, type Trial } from './trial.ts'

const machines = new Map(models.map(({ machine }) => [machine.id, machine]))

/** A line of a session's log (`src/lib/session-log.ts`). */
export interface LogLine {
  /** As the log has it: `2026-11-24T09:30:00.000Z`. */
  at: string
  text: string
  /** What it says of a chart; null for calls and errors. */
  step: LogStep | null
}

interface LogStep {
  chart: string
  /** As the paths name it: `done reserveTickets`. */
  event: string
  /** The states that it has led to (`holding.payment.choosing`); '' if the chart has stayed. */
  state: string
}

/** Reads a session's log: its JSON, the `lines` of it, or the bare lines. Throws an error for the reader if there are none. */
export function readLog(text: string): LogLine[] {
  const lines = linesIn(text).flatMap((line) => {
    const [, at, said] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.+)$/.exec(line.trim()) ?? []
    return at !== undefined && said !== undefined ? [{ at, text: said, step: stepIn(said) }] : []
  })
  if (!lines.some(({ step }) => step))
    throw new Error(
      'This is no session log: it has no line about a chart, such as "2026-11-24T09:30:00.000Z checkout …".',
    )
  return lines
}

function linesIn(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text)
    const lines: unknown = Array.isArray(read) ? read : (read as { lines?: unknown } | null)?.lines
    if (Array.isArray(lines)) return lines.map(String)
  } catch {
    // Bare lines
  }
  return text.split('\n')
}

function stepIn(text: string): LogStep | null {
  const [, chart = '', event = '', state = ''] =
    /^(\w+) (\S+)(?: → (.+?))?(?: \(\d+ times\))?$/.exec(text) ?? []
  return machines.has(chart) ? { chart, event: shortEvent(event), state } : null
}

/** A line in an owner's words. */
export function wordsOf({ text, step }: LogLine): string {
  const machine = step && machines.get(step.chart)
  if (!machine) return text
  return step.event === 'xstate.init' ? `Begins: ${titleOf(machine.root)}` : actionAt(machine, step.event)
}

/** The states of all charts after a line, as the drawings name them; those of its own chart last. */
export function statesAfter(lines: readonly LogLine[], index: number): string[] {
  const states = new Map<string, string[]>()
  for (const { step } of lines.slice(0, index + 1)) {
    if (!step) continue
    if (step.chart === 'checkout' && step.event === 'xstate.init') states.clear()
    const machine = machines.get(step.chart)
    const before = states.get(step.chart) ?? []
    states.delete(step.chart)
    states.set(step.chart, machine && step.state ? namedIn(machine, step.state) : before)
    for (const chart of states.keys()) if (hasEnded(chart, states)) states.delete(chart)
  }
  return [...states.values()].flat()
}

/** Whether a chart is in a state at its end. */
function hasEnded(chart: string, states: ReadonlyMap<string, string[]>): boolean {
  const root = machines.get(chart)?.root
  const ended = Object.values(root?.states ?? {}).filter(({ type }) => type === 'final')
  return ended.some((node) => states.get(chart)?.includes(nodeId(node)))
}

const nodeId = ({ machine, path }: AnyStateNode) => [machine.id, ...path].join('.')

/** The states, and those around them, that a log names: parallel ones are joined by " + ", the later by the end of their path. */
function namedIn({ root }: AnyStateMachine, state: string): string[] {
  const all = nodesOf(root)
  const found = state.split(' + ').flatMap((part) => {
    const named =
      all.find(({ path }) => path.join('.') === part) ??
      all.find(({ path }) => path.join('.').endsWith(`.${part}`))
    return named ? [named] : []
  })
  const around = all.filter((node) =>
    found.some(({ path }) => node.path.every((key, index) => path[index] === key)),
  )
  return around.map(nodeId)
}

/**
 * Returns the walk that a log tells of, from the basket to the next load of the page, with as many of its steps as the charts know;
 * null if it does not begin in the basket. The log does not name the basket, so that which explains most is taken.
 */
export function trialOf(lines: readonly LogLine[]): Trial | null {
  const steps = inOrder(lines.flatMap(({ step }) => (step ? [step] : [])))
  const begin = steps.findIndex(
    ({ chart, event, state }) => chart === 'checkout' && event === 'done loadCheckout' && state === 'basket',
  )
  if (begin < 0) return null
  const rest = steps.slice(begin + 1)
  const end = rest.findIndex(({ chart, event }) => chart === 'checkout' && event === 'xstate.init')
  const load = end < 0 ? rest : rest.slice(0, end)
  const trials = [...starts.keys()]
    .filter((start) => walk({ start, steps: [] }).place.model.chart === 'checkout')
    .map((start) => followed(start, load))
  return trials.sort((one, other) => other.explained - one.explained)[0]?.trial ?? null
}

/** A chart logs its end after the chart around it has gone on: puts the end first. */
function inOrder(steps: readonly LogStep[]): LogStep[] {
  const ordered = [...steps]
  for (const [index, { event }] of steps.entries()) {
    const [, inner] = /^done (\w+)$/.exec(event) ?? []
    const from = ordered.indexOf(steps[index]!)
    const end = ordered.findIndex((step, at) => at > from && step.chart === inner)
    const isNext = end > from && ordered[end]?.event !== 'xstate.init'
    if (isNext) ordered.splice(from, 0, ...ordered.splice(end, 1))
  }
  return ordered
}

/** Follows a log from a basket: each step that can happen, into the chart that it happens in. */
function followed(start: string, log: readonly LogStep[]): { trial: Trial; explained: number } {
  const steps: string[] = []
  let { place } = walk({ start, steps })
  let explained = 0
  const take = (option: Option) => {
    steps.push(option.step)
    place = option.place
  }
  for (const { chart, event, state } of log) {
    if (event === 'xstate.init') continue
    const into = optionsAt(place).find(({ step }) => step === `into ${chart}`)
    const next = optionsAt(into ? into.place : place).filter(
      (option) =>
        option.step.replace(/^\w+: (?=\w)/, '').replace(/:.*$/s, '') === event &&
        option.place.model.chart === chart,
    )
    const [option] = next.filter(({ place: { snapshot } }) => !state || isNamed(snapshot.value, state))
    // What leads nowhere in the checkout, such as that a step appears, is no step of a test
    if (!option || (chart === 'checkout' && !option.moves)) continue
    if (into) take(into)
    take(option)
    explained += 1
  }
  return { trial: { start, steps }, explained }
}

/** Whether a log means these states. One of an earlier release may name a state that has others in it since. */
function isNamed(value: unknown, state: string): boolean {
  const names = namesOf(value)
  return names === state || names.startsWith(`${state}.`)
}

/** As the log names states. */
function namesOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => [name, namesOf(inner)].filter(Boolean).join('.'))
    .join(' + ')
}
