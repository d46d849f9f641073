import { loader } from '#src/lib/loader.ts'
import type { Replies, Screen } from './draw-screen.tsx'

/** Settings of the page as JSON, and the origin of the shop, such as `https://shop.example`. */
export interface Place {
  settings: string
  origin: string
}

/** Loads the scripts that draw, once in each thread. */
const loadDrawing = loader(async () => {
  const { drawScreen, prepareAll } = await import('./draw-screen.tsx')
  await prepareAll()
  return drawScreen
})

/** Loads all scripts, so that the first drawing is as quick as the others. */
export async function prepareDrawing(place: Place): Promise<Uint8Array> {
  await prepared(place)
  return new Uint8Array()
}

/** Draws a screen for the shop from the replies that it begins with. Returns JSON of `Drawn`. */
export async function drawPage<S extends Screen>(
  place: Place,
  screen: S,
  replies: Replies[S],
): Promise<Uint8Array> {
  // In a thread that has taken another's place, nothing is loaded yet.
  const drawScreen = await prepared(place)
  return new TextEncoder().encode(JSON.stringify(await drawScreen(screen, replies)))
}

// What the page reads of its document and address is global here, so this runs in a thread of its own.
function prepared({ settings, origin }: Place) {
  Object.assign(globalThis, { pageSettings: settings, location: new URL(origin) })
  return loadDrawing()
}
