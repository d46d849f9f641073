import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints how many next steps the runs of `paths.spec.ts` covered. */
export default class NextStepsReporter implements Reporter {
  readonly #covered = new Set<string>()
  #all = '0'

  onTestEnd(_: TestCase, { status, annotations }: TestResult) {
    if (status !== 'passed') return
    for (const { type, description = '' } of annotations) {
      if (type !== 'next step') continue
      const [label = '', all = '0'] = description.split(' of ')
      this.#covered.add(label)
      this.#all = all
    }
  }

  onEnd() {
    if (this.#covered.size)
      process.stdout.write(
        `${this.#covered.size} of ${this.#all} transitions of the next-step tables covered in the browser\n`,
      )
  }

  printsToStdio() {
    return true
  }
}
