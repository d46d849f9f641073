import { failMissing } from '#src/lib/page-events.ts'
import type * as sending from './send.ts'

let loaded: typeof sending | undefined

/** Loads the client that sends calls: a page that was drawn by the shop is usable before its first one. */
export async function loadHttp(): Promise<typeof sending> {
  return (loaded ??= await import('./send.ts').catch(failMissing))
}

/** Returns the client if it has loaded, so that a call of a page that is being closed does not wait. */
export const loadedHttp = () => loaded
