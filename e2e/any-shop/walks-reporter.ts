import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Says of each path at a shop whether it was walked, how far, and why not further. */
export default class WalksReporter implements Reporter {
  readonly #lines: string[] = []

  onTestEnd({ title, location }: TestCase, { status, annotations }: TestResult) {
    if (!location.file.endsWith('/any-shop/walk.spec.ts')) return
    const told = (type: string) => annotations.find((one) => one.type === type)?.description
    const stopped = told('stopped')
    if (status === 'skipped') this.#lines.push(`not walked: ${title}: ${told('skip') ?? ''}`)
    else if (status !== 'passed') this.#lines.push(`red: ${title}`)
    else this.#lines.push(stopped ? `walked up to ${stopped}: ${title}` : `walked: ${title}`)
  }

  onEnd() {
    for (const line of this.#lines) process.stdout.write(`${line}\n`)
  }

  printsToStdio() {
    return true
  }
}
