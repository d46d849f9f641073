import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Config } from '#server/config.ts'
import { drawingSeconds } from '#server/monitoring/metrics.ts'
import { ThreadPool } from '#server/threads/thread-pool.ts'

/** What `npm run build` makes of `src/app/draw.ts`. */
const built = resolve('dist-shop/draw.js')

/** A screen of the page, drawn by its own chart and components. */
export interface Drawn {
  html: string
  /** As HTML. */
  title: string
  /** The lazy components in it, which the page loads before it takes the screen over. */
  scripts: string[]
}

/** The replies of the two calls that the page begins with [CALL-03, CALL-31]. */
export interface Replies {
  user: unknown
  checkout: unknown
}

/** Draws for a visitor. Throws `TooMuchWork` or `WorkFailed`. */
export type DrawScreen = (visitor: string, origin: string, replies: Replies) => Promise<Drawn>

/**
 * Draws screens in a thread, so that a slow or failing drawing holds nobody up. Undefined if it is not built: the page then draws
 * its first screen itself.
 */
export function screenDrawer(
  config: Pick<Config, 'origin' | 'page'>,
  module = built,
): { draw: DrawScreen; close: () => Promise<void> } | undefined {
  if (!existsSync(module)) return undefined
  const pool = new ThreadPool({ threads: 1, priority: 0, boundMs: 2_000 })
  const settings = JSON.stringify(config.page)
  const url = pathToFileURL(module).href
  const run = (visitor: string, name: string, ...args: unknown[]) =>
    pool.run(visitor, { module: url, name, args })
  run('', 'prepareDrawing', { settings, origin: config.origin }).catch(() => {})
  return {
    async draw(visitor, origin, replies) {
      const measured = drawingSeconds.startTimer({ outcome: 'failed' })
      try {
        const made = await run(visitor, 'drawPage', { settings, origin }, replies)
        const drawn = JSON.parse(new TextDecoder().decode(made)) as Drawn
        measured({ outcome: 'drawn' })
        return drawn
      } catch (error) {
        measured()
        throw error
      }
    },
    close: () => pool.close(),
  }
}
