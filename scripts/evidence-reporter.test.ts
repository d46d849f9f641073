import { mkdtempSync, readFileSync, existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig, FullResult, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import EvidenceReporter from '#e2e/evidence/evidence-reporter.ts'
import type { PathRun, Run } from '#machines/paths/evidence.ts'
import type { History } from '#machines/paths/history.ts'
import { sampleRun } from '#e2e/evidence/sample-run.ts'

let folder = ''
const { paths } = await sampleRun(['countdown', 'saleRelease'])
const [first, second] = paths as [PathRun, PathRun]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-'))
  vi.stubEnv('E2E_PART', '')
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Ended {
  id: string
  file?: string
  status?: TestResult['status']
  path?: PathRun
  pictures?: Record<string, string>
  annotations?: TestResult['annotations']
  steps?: string[]
  complaint?: string
}

/** Reports tests as Playwright does, and returns what was written. */
function report(all: readonly Ended[], status: FullResult['status'] = 'passed', day = 1) {
  const tests = all.map(
    ({ id, file = 'chart-paths.spec.ts' }) =>
      ({ id, title: `${id} A path`, location: { file, line: 1, column: 1 } }) as TestCase,
  )
  const reporter = new EvidenceReporter({ folder })
  reporter.onBegin({ shard: null } as FullConfig, { allTests: () => tests } as Suite)
  for (const [
    index,
    { status = 'passed', path, pictures = {}, annotations = [], ...rest },
  ] of all.entries()) {
    const attachments = [
      ...(path ? [{ name: 'path-run', contentType: '', body: Buffer.from(JSON.stringify(path)) }] : []),
      ...Object.entries(pictures).map(([name, text]) => ({ name, contentType: '', body: Buffer.from(text) })),
    ]
    const steps = rest.steps?.map((title) => ({ title, category: 'test.step' })) ?? []
    const error = rest.complaint ? { message: rest.complaint } : undefined
    reporter.onTestEnd(tests[index]!, {
      status,
      attachments,
      annotations,
      steps,
      error,
      duration: 5,
    } as never)
  }
  reporter.onEnd({ status, startTime: new Date(Date.UTC(2026, 10, day)), duration: 90_000 })
  return { run: read<Run>('run.json'), history: read<History>('history.json') }
}

const read = <Content>(name: string): Content => JSON.parse(readFileSync(join(folder, name), 'utf8'))

it('writes the attached paths, and what they walked together of every chart', () => {
  const { run, history } = report(paths.map((path) => ({ id: path.id, path })))
  expect(run).toMatchObject({ at: '2026-11-01T00:00:00.000Z', minutes: 1.5, paths })
  const countdown = run.charts.find(({ chart }) => chart === 'countdown')
  expect(countdown).toMatchObject({
    counts: { states: { walked: 4, of: 4 }, transitions: { walked: 7, of: 8 } },
    missing: [],
    excused: [{ key: 'countdown.running after tick #1' }, { key: 'countdown.running after tick #1 passes' }],
  })
  const basket = run.charts.find(({ chart }) => chart === 'basket')
  expect(basket?.counts.states.walked).toBe(0)
  expect(basket?.missing).toContain('basket.open.ready')
  expect(history.runs).toHaveLength(1)
})

it('adds each run to the history', () => {
  report([{ id: first.id, path: first }], 'passed', 1)
  const { history } = report([{ id: first.id, path: { ...first, status: 'failed' } }], 'failed', 2)
  expect(history.runs.map((run) => run.paths[first.id])).toEqual(['passed', 'failed'])
  expect(history.titles[first.id]).toBe(first.title)
})

it('writes the picture of each step into a file beside the run', () => {
  const [step, ...others] = first.steps
  const path = { ...first, steps: [{ ...step!, screenshot: 'basket' }, ...others] }
  const { run } = report([{ id: first.id, path, pictures: { basket: 'a picture' } }])
  expect(run.paths[0]?.steps[0]?.screenshot).toBe(`screens/${first.id}-1.jpeg`)
  expect(readFileSync(join(folder, `screens/${first.id}-1.jpeg`), 'utf8')).toBe('a picture')
})

it('calls a path failed if its test complains after the last step', () => {
  const { run } = report([
    { id: first.id, path: first, status: 'failed', complaint: 'Error: on the console' },
  ])
  expect(run.paths[0]).toMatchObject({
    status: 'failed',
    failure: { after: first.steps.at(-1)?.action, expected: 'no error', saw: 'on the console' },
  })
})

it('keeps a path whose test broke off before it could attach it, with the steps that Playwright has seen', () => {
  const annotations = [
    { type: 'path', description: 'P-1' },
    { type: 'chart', description: 'basket' },
    { type: 'requirement', description: 'BASK-47' },
  ]
  const { run } = report([
    { id: second.id, path: second },
    { id: 'P-1', status: 'timedOut', annotations, steps: ['Press "Pay"', 'Expect: Payment.'] },
  ])
  expect(run.paths[1]).toMatchObject({
    id: 'P-1',
    title: 'A path',
    status: 'failed',
    requirements: ['BASK-47'],
    failure: { after: 'Press "Pay"', saw: 'nothing, until the time was over' },
  })
})

it.each([
  ['some tests of their file have not run', [{ id: 'P-2', status: 'skipped' as const }], 'passed' as const],
  ['the run was interrupted', [], 'interrupted' as const],
])('calls the paths a part if %s, and keeps them out of the history', (_, others, status) => {
  const { run, history } = report([{ id: first.id, path: first }, ...others], status)
  expect(run.isPart).toBe(true)
  expect(history.runs).toEqual([])
})

it('calls the paths a part if only some were wanted', () => {
  vi.stubEnv('E2E_PART', '1')
  expect(report([{ id: first.id, path: first }]).run.isPart).toBe(true)
})

it('writes nothing about other tests', () => {
  const reporter = new EvidenceReporter({ folder })
  reporter.onBegin({ shard: null } as FullConfig, { allTests: () => [] as TestCase[] } as Suite)
  reporter.onEnd({ status: 'passed', startTime: new Date(), duration: 1 })
  expect(existsSync(join(folder, 'run.json'))).toBe(false)
})
