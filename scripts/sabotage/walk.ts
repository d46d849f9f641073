import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { TestPath } from '#machines/paths/index.ts'
import type { Walked } from './walked-reporter.ts'

const folder = 'reports/sabotage'
const chartSpec = 'e2e/charts/chart-paths.spec.ts'
const nextStepSpec = 'e2e/paths.spec.ts'

/** What is walked in the page with its faults. */
interface Wish {
  /** Names the files of this run, so that it can stand beside another one. */
  lane: number
  /** The number of the fault that is on; 0 for none. */
  fault: number
  paths: readonly TestPath[]
  /** The titles of the next-step paths, or all of them. */
  nextSteps: readonly string[] | 'all'
  workers: number
  /** Stops at the first failure, or when that many seconds are over. */
  seconds?: number
}

/** Walks paths in the browser, in their order, and returns those that have ended. */
export async function walkPaths({
  lane,
  fault,
  paths,
  nextSteps,
  workers,
  seconds,
}: Wish): Promise<Walked[]> {
  const isNextSteps = nextSteps === 'all' || nextSteps.length > 0
  if (paths.length === 0 && !isNextSteps) return []
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/lane-${lane}`
  writeFileSync(`${file}.paths.json`, JSON.stringify(paths))
  rmSync(`${file}.walked`, { force: true })
  const port = Number(process.env.E2E_PORT ?? 4400) + lane * 20
  await playwright(
    [
      ...(paths.length > 0 ? [chartSpec] : []),
      ...(isNextSteps ? [nextStepSpec] : []),
      ...(nextSteps === 'all'
        ? ['--grep', '^(?!.*covers every next step of the chart)']
        : ['--grep', [/P-[0-9a-f]{8} /.source, ...nextSteps.map(escaped)].join('|')]),
      ...['--reporter', './scripts/sabotage/walked-reporter.ts'],
      ...['--output', `${file}.results`, '--trace', 'off'],
      ...['--workers', String(workers)],
      ...(seconds === undefined ? [] : ['--max-failures', '1', '--global-timeout', String(seconds * 1_000)]),
    ],
    {
      E2E_BUILT: '1',
      E2E_CHARTS: `${file}.paths.json`,
      E2E_FAULT: String(fault),
      E2E_PORT: String(port),
      SABOTAGE_WALKED: `${file}.walked`,
    },
  )
  if (!existsSync(`${file}.walked`)) return []
  return readFileSync(`${file}.walked`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Walked => JSON.parse(line))
}

const escaped = (text: string) => text.replace(/[^\w\s]/g, '\\$&')

function playwright(options: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['playwright', 'test', ...options], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // The build has made it 'production', which the shop takes for its own
      env: { ...process.env, NODE_ENV: undefined, ...env },
    })
    child.once('exit', () => resolve())
  })
}
