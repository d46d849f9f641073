import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { pathRunName } from '#e2e/evidence/attach.ts'
import { failureSentence, firstLine } from '#e2e/evidence/failure.ts'
import { reachedFaults } from '#e2e/sabotaged-page.ts'
import type { PathRun } from '#machines/paths/evidence.ts'

/** A test of a generated path that has ended. */
export interface Walked {
  title: string
  status: 'passed' | 'failed'
  ms: number
  /** What it said, if it failed. */
  said: string
  /** The numbers of the faults that it reached. */
  reached: number[]
}

/** Adds each test that ends to the file `SABOTAGE_WALKED`, one in a line. */
export default class WalkedReporter implements Reporter {
  onTestEnd({ title }: TestCase, result: TestResult) {
    const { status, duration: ms, annotations } = result
    if (status === 'interrupted' || status === 'skipped') return
    // A shop that has not started says nothing about the page
    if (/the shop stopped|Fixture "shop"/.test(result.error?.message ?? '')) return
    const reached = annotations.find(({ type }) => type === reachedFaults)?.description ?? ''
    const walked: Walked = {
      title,
      status: status === 'passed' ? 'passed' : 'failed',
      ms,
      said: status === 'passed' ? '' : saidBy(result),
      reached: [...new Set(reached.split(' ').filter(Boolean).map(Number))],
    }
    appendFileSync(process.env.SABOTAGE_WALKED ?? '', `${JSON.stringify(walked)}\n`)
  }

  printsToStdio() {
    return true // so that Playwright prints nothing beside it
  }
}

function saidBy({ attachments, error }: TestResult): string {
  const body = attachments.find(({ name }) => name === pathRunName)?.body
  const failure = body && (JSON.parse(String(body)) as PathRun).failure
  return failure ? failureSentence(failure) : firstLine(error?.message ?? 'the time was over')
}
