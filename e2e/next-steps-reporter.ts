import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Says at the end how many rows of the next-step tables were walked, as the walks of `paths.spec.ts` note them. */
export default class NextStepsReporter implements Reporter {
  readonly #walked = new Set<string>()
  #all = '0'

  onTestEnd(_: TestCase, { status, annotations }: TestResult) {
    if (status !== 'passed') return
    for (const { type, description = '' } of annotations) {
      if (type !== 'next step') continue
      const [arrow = '', all = '0'] = description.split(' of ')
      this.#walked.add(arrow)
      this.#all = all
    }
  }

  onEnd() {
    if (this.#walked.size)
      process.stdout.write(
        `${this.#walked.size} of ${this.#all} transitions of the next-step tables walked in the browser\n`,
      )
  }

  printsToStdio() {
    return true
  }
}
