import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nodesOf } from '#machines/paths/transitions.ts'
import type { Charts } from './composition.ts'
import type { Proof } from './proof.ts'

/**
 * What became of names that an earlier release has reported, in logs, error reports and session logs: today's name of the
 * same chart, or a sentence that says why there is none.
 *
 *     'payment state settling': 'payment state paid',
 *     'checkout event basket.keep': 'The basket is always kept.',
 */
const became: Record<string, string> = {
  'seatSelection event countdown.expired': 'seatSelection event countdown.over',
}

/** The names that releases have reported, a line each; `npm run prove -- --release` adds those of this one. */
export const reportedFile = fileURLToPath(new URL('../names.reported.txt', import.meta.url))

const reportedNames = () => readFileSync(reportedFile, 'utf8').split('\n').filter(Boolean)

/** Returns the names of the states and events of all charts: `checkout state holding.login`, `checkout event basket.edit`. */
export function namesIn(charts: Charts): string[] {
  return charts.names.flatMap((chart) => {
    const machine = charts.of(chart)[0]?.snapshot.machine
    if (!machine) return []
    const states = nodesOf(machine.root)
      .slice(1)
      .map(({ path }) => `${chart} state ${path.join('.')}`)
    const events = machine.events
      .filter((type) => !type.startsWith('xstate.'))
      .map((type) => `${chart} event ${type}`)
    return [...states, ...events]
  })
}

/** Returns what a reported name means today: itself, its new name, or what became of it; undefined if nobody says. */
export function meaningOf(name: string, known: ReadonlySet<string>, successors = became): string | undefined {
  if (known.has(name)) return name
  const next = successors[name]
  return next === undefined || / (state|event) \S+$/.test(next) === false
    ? next
    : meaningOf(next, known, successors)
}

/** Names that were ever reported stay meaningful. */
export function proveNames(charts: Charts, reported = reportedNames(), successors = became): Proof {
  const known = new Set(namesIn(charts))
  const unknown = reported.filter((name) => meaningOf(name, known, successors) === undefined)
  const superfluous = Object.keys(successors).filter((name) => known.has(name))
  return {
    sentence:
      'What was ever reported stays meaningful: this release knows every state and event of the last one, or says what became of it.',
    situations: reported.length,
    assumes: [
      'Logs, error reports and session logs name charts by their states and events, and nothing else of them.',
    ],
    witness: reported.at(-1) ?? '',
    details: Object.entries(successors).map(([name, next]) => `${name}: ${next}`),
    contradictions: [
      ...unknown.map(
        (name) => `${name} is gone: write into machines/paths/proofs/names.ts what became of it`,
      ),
      ...superfluous.map((name) => `${name} is there, so nothing became of it`),
    ],
  }
}
