import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Config } from '#server/config.ts'
import type { Screen } from '#server/http/static.ts'
import { drawingSeconds } from '#server/monitoring/metrics.ts'
import { ThreadPool, WorkFailed } from '#server/threads/thread-pool.ts'

/** What `npm run build` makes of `src/app/draw.ts`. */
const built = resolve('dist-shop/draw.js')

/** How long a page waits for its drawing, and for how long none is tried after one that took longer; milliseconds. */
const boundMs = 2_000
const restMs = 10_000
const late = 'late'

/** A screen of the page, drawn by its own chart and components. */
export interface Drawn {
  html: string
  /** As HTML. */
  title: string
  /** The lazy components in it, which the page loads before it takes the screen over. */
  scripts: string[]
  /** Whether the user has chosen the dark appearance for it. */
  isDark?: boolean
}

/** The replies of the calls that a page begins with [CALL-03, CALL-31, CALL-41, CALL-42], and the mark of the last sign-out before them. */
export interface Replies {
  user: unknown
  signedOut?: string | undefined
  [call: string]: unknown
}

/** Draws for a visitor. Throws `TooMuchWork` or `WorkFailed`. */
export type DrawScreen = (visitor: string, origin: string, screen: Screen, replies: Replies) => Promise<Drawn>

/**
 * Draws screens in a thread, so that a slow or failing drawing holds nobody up. Undefined if it is not built: the page then draws
 * its first screen itself.
 */
export function screenDrawer(
  config: Pick<Config, 'origin' | 'page'>,
  module = built,
): { draw: DrawScreen; close: () => Promise<void> } | undefined {
  if (!existsSync(module)) return undefined
  const pool = new ThreadPool({ threads: 1, priority: 0, boundMs, maxWaiting: 8 })
  let restsUntil = 0
  const settings = JSON.stringify(config.page)
  const url = pathToFileURL(module).href
  const run = (visitor: string, name: string, ...args: unknown[]) =>
    pool.run(visitor, { module: url, name, args })
  run('', 'prepareDrawing', { settings, origin: config.origin }).catch(() => {})
  return {
    async draw(visitor, origin, screen, replies) {
      if (performance.now() < restsUntil) throw new WorkFailed('resting')
      const measured = drawingSeconds.startTimer({ outcome: 'failed' })
      try {
        const made = await inTime(run(visitor, 'drawPage', { settings, origin }, screen, replies))
        const drawn = JSON.parse(new TextDecoder().decode(made)) as Drawn
        measured({ outcome: 'drawn' })
        return drawn
      } catch (error) {
        measured()
        // The next ones would wait as long; their pages draw themselves.
        if (error instanceof WorkFailed && error.message === late) restsUntil = performance.now() + restMs
        throw error
      }
    },
    close: () => pool.close(),
  }
}

/** The wait for the thread counts, too. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WorkFailed(late)), boundMs)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
