import { coverable, type Aim } from './coverage.ts'
import { excuses as known } from './excuses.ts'
import { machines } from './names.ts'

/** What a run of paths in the browser has shown: `reports/charts/run.json`, which `npm run evidence` draws. */
export interface Run {
  /** When it began, in ISO 8601. */
  at: string
  commit: string
  minutes: number
  /** Only some of the paths were wanted, or the run was interrupted: it says nothing about the others. */
  isPart?: boolean
  charts: ChartRun[]
  paths: PathRun[]
}

/** How far the paths of a run have walked a chart. */
export interface ChartRun {
  chart: string
  /** `of` is null where nobody can list all: which transitions can follow each other depends on guards. */
  counts: Record<Aim, { walked: number; of: number | null }>
  /** Not walked, with the reason. */
  excused: { key: string; reason: string }[]
  /** Not walked, and not excused. */
  missing: string[]
  /** Walked, although something excuses it. */
  stale: string[]
}

/** A path that was walked; `id` stays the same as long as it takes the same events. */
export interface PathRun {
  id: string
  title: string
  chart: string
  status: 'passed' | 'failed'
  ms: number
  requirements: string[]
  steps: StepRun[]
  /** What the charts of the page reported on the way, by chart; keys as in `coverage.ts`. */
  covered: Record<string, CoveredKeys>
  /** Guards of the path's chart that nobody can meet, as the page has offered no control for their event; keys as in `coverage.ts`. */
  withoutControl?: string[]
  failure?: Failure
}

export interface StepRun {
  action: string
  expected: string
  label: string
  /** The name of an attachment of the test; in `run.json` a file beside it. */
  screenshot?: string
}

export interface CoveredKeys {
  states: string[]
  transitions: string[]
  guards: string[]
  pairs?: string[]
}

export interface Failure {
  /** What was done last. */
  after: string
  expected: string
  saw: string
  /** What was done up to there, `after` included. */
  prefix: string[]
}

/** Judges what paths have walked together: of every chart, also of those that no path came to. */
export function chartRunsOf(
  paths: readonly Pick<PathRun, 'covered' | 'withoutControl'>[],
  excuses: Readonly<Record<string, string>> = known,
): ChartRun[] {
  const withoutControl = new Set(paths.flatMap((path) => path.withoutControl ?? []))
  const reasonFor = (key: string) =>
    excuses[key] ?? (withoutControl.has(key) ? 'the page offers no control for it there' : undefined)
  return [...machines].map(([chart, machine]) => {
    const walked = (aim: Aim) => new Set(paths.flatMap(({ covered }) => covered[chart]?.[aim] ?? []))
    const all = coverable(machine)
    const open = Object.entries(all).flatMap(([aim, keys]) => {
      const there = walked(aim as keyof typeof all) // Object.entries forgets the names
      return keys.filter((key) => !there.has(key))
    })
    const count = (aim: keyof typeof all) => {
      const there = walked(aim)
      return { walked: all[aim].filter((key) => there.has(key)).length, of: all[aim].length }
    }
    return {
      chart,
      counts: {
        states: count('states'),
        transitions: count('transitions'),
        guards: count('guards'),
        pairs: { walked: walked('pairs').size, of: null },
      },
      excused: open.flatMap((key) => {
        const reason = reasonFor(key)
        return reason ? [{ key, reason }] : []
      }),
      missing: open.filter((key) => !reasonFor(key)),
      stale: Object.values(all)
        .flat()
        // A browser may walk what no path of ours does.
        .filter((key) => excuses[key] && !known[key] && !open.includes(key)),
    }
  })
}

/** Writes how far charts were walked as a Markdown table, line by line. */
export function tableOf(charts: readonly ChartRun[]): string[] {
  const rows = charts.map(({ chart, counts, excused }) => [
    chart,
    ...(['states', 'transitions', 'guards'] as const).map(
      (aim) => `${counts[aim].walked} / ${counts[aim].of}`,
    ),
    `${counts.pairs.walked}`,
    `${excused.length}`,
  ])
  const head = ['chart', 'states', 'transitions', 'outcomes of guards', 'pairs', 'excused']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
