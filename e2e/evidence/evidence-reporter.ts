import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { browserExcuses } from '#e2e/charts/excuses.ts'
import { chartRunsOf, type Failure, type PathRun, type Run } from '#machines/paths/evidence.ts'
import { noHistory, withRun, type History } from '#machines/paths/history.ts'
import { pathRunName } from './attach.ts'
import { firstLine } from './failure.ts'

type Attachment = TestResult['attachments'][number]

interface Walked {
  path: PathRun
  /** Not, if the test broke off before. */
  isAttached: boolean
  attachments: readonly Attachment[]
}

/**
 * Collects the paths that tests attach (`attachPathRun`) into `run.json`, their pictures into `screens/`, and adds the run to
 * `history.json`: what `npm run evidence` draws. Writes nothing if no test has attached one. `E2E_PART` says that only some of
 * the paths were wanted, so that the others are not taken for gone.
 */
export default class EvidenceReporter implements Reporter {
  readonly #folder: string
  readonly #walked = new Map<string, Walked>()
  readonly #ended = new Set<string>()
  readonly #files = new Set<string>()
  #suite: Suite | null = null
  #isShard = false

  constructor({ folder = 'reports/charts' }: { folder?: string } = {}) {
    this.#folder = folder
  }

  onBegin({ shard }: FullConfig, suite: Suite) {
    this.#isShard = !!shard
    this.#suite = suite
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status === 'skipped') return
    this.#ended.add(test.id)
    const walked = walkedIn(test, result)
    if (!walked) return
    this.#files.add(test.location.file)
    this.#walked.set(walked.path.id, walked)
  }

  onEnd({ status, startTime, duration }: FullResult) {
    if (![...this.#walked.values()].some(({ isAttached }) => isAttached)) return
    const screens = join(this.#folder, 'screens')
    rmSync(screens, { recursive: true, force: true })
    mkdirSync(screens, { recursive: true })
    const paths = [...this.#walked.values()].map((walked) => this.#withScreens(walked))
    const run: Run = {
      at: startTime.toISOString(),
      commit: commit(),
      minutes: Math.round(duration / 6_000) / 10,
      ...(this.#isPart(status) && { isPart: true }),
      charts: chartRunsOf(paths, browserExcuses),
      paths,
    }
    writeFileSync(join(this.#folder, 'run.json'), JSON.stringify(run))
    const file = join(this.#folder, 'history.json')
    const history: History = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : noHistory
    writeFileSync(file, JSON.stringify(withRun(history, run)))
  }

  /** Whether some of the paths were not wanted, or did not have their turn. */
  #isPart(status: FullResult['status']): boolean {
    const beside = this.#suite?.allTests().filter(({ location }) => this.#files.has(location.file)) ?? []
    return (
      this.#isShard ||
      !!process.env.E2E_PART ||
      ['interrupted', 'timedout'].includes(status) ||
      beside.some(({ id }) => !this.#ended.has(id))
    )
  }

  /** Writes the pictures of a path into files, and names those in its steps. */
  #withScreens({ path, attachments }: Walked): PathRun {
    const steps = path.steps.map(({ screenshot, ...step }, index) => {
      const picture = screenshot && attachments.find(({ name }) => name === screenshot)
      const bytes = picture && bytesOf(picture)
      if (!bytes) return step
      const name = `screens/${path.id}-${index + 1}.jpeg`
      writeFileSync(join(this.#folder, name), bytes)
      return { ...step, screenshot: name }
    })
    return { ...path, steps }
  }

  printsToStdio() {
    return false
  }
}

const bytesOf = ({ body, path }: Attachment): Buffer | undefined =>
  body ?? (path ? readFileSync(path) : undefined)

/** The path that a test has walked, also one that broke off before it could attach it; null for a test of something else. */
function walkedIn(test: TestCase, result: TestResult): Walked | null {
  const { attachments } = result
  const attached = attachments.find(({ name }) => name === pathRunName)
  const bytes = attached && bytesOf(attached)
  const path = bytes ? (JSON.parse(String(bytes)) as PathRun) : brokenOff(test, result)
  if (!path) return null
  const isAttached = !!bytes
  if (result.status === 'passed' && path.status === 'passed') return { path, isAttached, attachments }
  const failure = path.failure ?? lateFailure(path, result)
  return { path: { ...path, status: 'failed', failure }, isAttached, attachments }
}

function brokenOff({ title }: TestCase, { annotations, duration, status }: TestResult): PathRun | null {
  const all = (type: string) =>
    annotations.flatMap((one) => (one.type === type ? [one.description ?? ''] : []))
  const [id] = all('path')
  const [chart = ''] = all('chart')
  if (!id || status === 'passed') return null
  return {
    id,
    title: title.replace(`${id} `, ''),
    chart,
    status: 'failed',
    ms: duration,
    requirements: all('requirement'),
    steps: [],
    covered: {},
  }
}

/** What failed after the last step, such as a complaint on the console, or before any could be told, such as a time-out. */
function lateFailure({ steps }: PathRun, { error, steps: reported }: TestResult): Failure {
  const told = steps.map(({ action }) => action)
  const done = reported.filter(({ category }) => category === 'test.step').map(({ title }) => title)
  const prefix = told.length > 0 ? told : done.filter((title) => !title.startsWith('Expect'))
  return {
    after: prefix.at(-1) ?? 'the start',
    expected: 'no error',
    saw: firstLine(error?.message ?? 'nothing, until the time was over'),
    prefix,
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
