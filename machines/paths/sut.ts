import type { TestPath, TestStep } from './test-path.ts'

/** The system under test: what runs a path and sees what comes of it, such as a browser. */
export interface Sut {
  /** Brings about the start: the basket of `shape`. */
  create(path: TestPath): Promise<unknown>
  /** Does what the step says. `next` is the step after it, which may need to be made ready for; undefined for the last. */
  send(step: TestStep, next: TestStep | undefined): Promise<unknown>
  /** Expects what the step leads to. */
  read(step: TestStep): Promise<unknown>
}

interface Options {
  sut: Sut
  /** Expects what holds after every step. */
  invariant?: (step: TestStep) => Promise<unknown>
}

/** Runs paths one after the other, and throws what fails first, with the steps up to there. */
export async function testPaths(paths: readonly TestPath[], { sut, invariant }: Options): Promise<void> {
  for (const path of paths) {
    await sut.create(path)
    const begin = path.shape === null ? 0 : 1
    for (const [index, step] of path.steps.entries()) {
      if (index < begin) continue
      try {
        await sut.send(step, path.steps[index + 1])
        await sut.read(step)
        await invariant?.(step)
      } catch (error) {
        const done = path.steps.slice(begin, index + 1).map(({ action }) => `  ${action}`)
        throw new Error([`${path.id}, after`, ...done, `expected: ${step.expected}`].join('\n'), {
          cause: error,
        })
      }
    }
  }
}
