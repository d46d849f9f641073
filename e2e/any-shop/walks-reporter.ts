import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** The annotation of a path that was not walked, with the reason. */
export const unwalked = 'unwalked'

/** Says of each path at a shop whether it was walked, how far, and why not further. A run in which none was walked has failed. */
export default class WalksReporter implements Reporter {
  readonly #lines: string[] = []

  onTestEnd({ title, location }: TestCase, { status, annotations }: TestResult) {
    if (!location.file.endsWith('/any-shop/walk.spec.ts')) return
    const told = (type: string) => annotations.find((one) => one.type === type)?.description
    const [stopped, reason] = [told('stopped'), told(unwalked)]
    if (status !== 'passed') this.#lines.push(`red: ${title}`)
    else if (reason) this.#lines.push(`not walked: ${title}: ${reason}`)
    else this.#lines.push(stopped ? `walked up to ${stopped}: ${title}` : `walked: ${title}`)
  }

  onEnd({ status }: FullResult) {
    for (const line of this.#lines) process.stdout.write(`${line}\n`)
    const isNothing = this.#lines.length > 0 && this.#lines.every((line) => line.startsWith('not walked'))
    return Promise.resolve({ status: isNothing ? ('failed' as const) : status })
  }

  printsToStdio() {
    return true
  }
}
