import type { Page } from '@playwright/test'

/** Milliseconds of the page's time that pass at each beat. */
const perBeat = 1
/** Milliseconds between beats. */
const beat = 15

export interface SlowClock {
  /** Lets that many milliseconds pass in the page at once. */
  pass: (ms: number) => Promise<void>
  /** Milliseconds that have passed in the page. */
  passed: () => number
  /** Lets the page's time go on as usual. */
  stop: () => Promise<void>
}

/**
 * Slows the time of a page down from its next load on, so that no delay of a chart ends unless a path says so, while what only
 * waits for its turn still gets it.
 */
export async function slowDown(page: Page): Promise<SlowClock> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  let isStopped = false
  let passed = 0
  let last: Promise<void> = Promise.resolve()
  const run = (ms: number) => {
    // A page that is just loading has no clock yet
    last = last
      .then(() => page.clock.runFor(ms))
      .then(() => void (passed += ms))
      .catch(() => {})
    return last
  }
  const beats = (async () => {
    while (!isStopped) {
      await run(perBeat)
      await new Promise((resolve) => setTimeout(resolve, beat))
    }
  })()
  return {
    pass: run,
    passed: () => passed,
    async stop() {
      isStopped = true
      await beats
      await page.clock.resume().catch(() => {})
    },
  }
}
