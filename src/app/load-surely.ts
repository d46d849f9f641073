import { failMissing } from '#src/lib/page-events.ts'

/** Loads a script that the page cannot do without, again and again until it has come. */
export async function loadSurely<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = 1_000; ; pause = Math.min(2 * pause, 10_000))
    try {
      return await load().catch(failMissing)
    } catch {
      await new Promise((done) => setTimeout(done, pause))
    }
}
