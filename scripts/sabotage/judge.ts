import type { TestPath } from '#machines/paths/index.ts'
import type { Fault } from './mutants.ts'
import { walkPaths } from './walk.ts'
import type { Walked } from './walked-reporter.ts'

/** What became of a fault. */
export interface Verdict {
  outcome: 'caught' | 'survived' | 'not reached' | 'not judged'
  /** The title of the test that caught it, beginning with the id of its path if it walks a chart; '' for none. */
  by: string
  /** What that test said. */
  said: string
  /** How many of the paths that reach it were walked with it. */
  walked: number
  of: number
}

/**
 * Walks the paths that reach a fault until one fails twice: once could be by chance. `clean` is how all paths went without a
 * fault; after `seconds` the others are not walked any more.
 */
export async function judge(fault: Fault, { clean, paths, lane, seconds }: Walking): Promise<Verdict> {
  let left = inTurns(
    clean.filter(({ status, reached }) => status === 'passed' && reached.includes(fault.number)),
  )
  const of = left.length
  const walk = (tests: readonly Walked[], limit?: number) =>
    walkPaths({
      lane,
      fault: fault.number,
      paths: tests.flatMap(({ title }) => paths.find(({ id }) => title.startsWith(`${id} `)) ?? []),
      nextSteps: tests.map(({ title }) => title).filter((title) => !isOfChart(title)),
      workers: 1,
      ...(limit !== undefined && { seconds: limit }),
    })
  const end = Date.now() + seconds * 1_000
  let walked = 0
  while (left.length > 0) {
    const rest = Math.round((end - Date.now()) / 1_000)
    if (walked > 0 && rest < 10) break
    const some = await walk(left, rest)
    walked += some.length
    const failed = some.find(({ status }) => status === 'failed')
    if (!failed) break
    const [again] = await walk([failed])
    if (again?.status === 'failed')
      return { outcome: 'caught', by: again.title, said: again.said, walked, of }
    left = left.filter(({ title }) => !some.some((one) => one.title === title))
  }
  const outcome = of === 0 ? 'not reached' : walked === 0 ? 'not judged' : 'survived'
  return { outcome, by: '', said: '', walked, of }
}

interface Walking {
  clean: readonly Walked[]
  paths: readonly TestPath[]
  lane: number
  seconds: number
}

const isOfChart = (title: string) => /^P-[0-9a-f]{8} /.test(title)

/** The quickest path of each chart, then the second of each, and so on: those of one chart reach a fault alike. */
export function inTurns(tests: readonly Walked[]): Walked[] {
  const chartOf = ({ title }: Walked) => (isOfChart(title) ? (/ (\w+):/.exec(title)?.[1] ?? '') : '')
  const byTime = tests.toSorted((a, b) => a.ms - b.ms)
  const turns = [...Map.groupBy(byTime, chartOf).values()].flatMap((group) =>
    group.map((test, turn) => ({ test, turn })),
  )
  return turns.toSorted((a, b) => a.turn - b.turn || a.test.ms - b.test.ms).map(({ test }) => test)
}
