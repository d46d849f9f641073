import { StateMachine, type AnyStateMachine } from 'xstate'
import type { AllWords } from '#machines/words/index.ts'
import type { ChartWords } from '#machines/words/chart-words.ts'
import { openSource } from './open-source.ts'

/** The charts of a commit, or of the files as they are. */
export interface Release {
  charts: Map<string, ReleasedChart>
  /** By the id of the machine. A chart without words is missing. */
  words: AllWords
  /** The files that today's xstate cannot open, with the reason. */
  unopened: { file: string; reason: string }[]
}

export interface ReleasedChart {
  machine: AnyStateMachine
  /** What the file has at its top: functions and constants that the chart uses. */
  values: Record<string, unknown>
}

/** Whether a path is that of a chart, or of the words of one. */
export const isPartOfRelease = (path: string): boolean => /^machines\/(words\/)?[a-z-]+\.ts$/.test(path)

/** Opens the charts among some files, by their paths, with their words: `machines/basket.ts` and `machines/words/basket.ts`. */
export function releaseOf(files: ReadonlyMap<string, string>): Release {
  const release: Release = { charts: new Map(), words: {}, unopened: [] }
  for (const [file, source] of files) {
    if (!/^machines\/[a-z-]+\.ts$/.test(file)) continue
    try {
      const { values } = openSource(source)
      const machine = Object.values(values).find((value) => value instanceof StateMachine)
      if (!machine) continue
      release.charts.set(machine.id, { machine, values })
      const words = wordsIn(files.get(file.replace('/', '/words/')))
      if (words) release.words[machine.id] = words
    } catch (error) {
      release.unopened.push({ file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return release
}

function wordsIn(source: string | undefined): ChartWords | undefined {
  const all = source === undefined ? [] : Object.values(openSource(source).values)
  return all.find((value): value is ChartWords => typeof value === 'object' && !!value && 'guards' in value)
}
