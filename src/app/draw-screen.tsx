import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createActor } from 'xstate'
import {
  isPrepared,
  NeededScripts,
  prepare,
  prepareAll as prepareComponents,
} from '#src/checkout/lazy-component.tsx'
import { storePageReplies } from '#src/checkout/page-replies.ts'
import type { CheckoutActor } from '#src/checkout/step-props.ts'
import { App } from './app.tsx'
import { CheckoutScreen } from './checkout-screen.tsx'
import { checkoutWith } from './checkout-with.ts'
import { quiet } from './quiet.ts'

/** The cache of a drawing. What a drawing has left behind that answers late finds its own, and never that of another buyer. */
const drawing = new AsyncLocalStorage<QueryClient>()

const cacheOfDrawing = new Proxy({} as QueryClient, {
  get(_, name) {
    const cache = drawing.getStore()
    const value: unknown = cache && Reflect.get(cache, name)
    return typeof value === 'function' ? value.bind(cache) : value
  },
})

/** One chart for all drawings: to put it together takes five times as long as to run it. */
const machine = quiet(checkoutWith(cacheOfDrawing))

/** Loads all components, and the actors that may answer, so that the first drawing is as quick and complete as the others. */
export async function prepareAll() {
  await Promise.all([
    machine,
    prepareComponents(),
    import('#src/account/actors.ts'),
    import('#src/questions/actors.ts'),
  ])
}

/** The replies of the two calls that the page begins with. */
export interface Request {
  user: unknown
  checkout: unknown
}

/** A screen as the shop sends it with the page. */
export interface Drawn {
  html: string
  /** The screen's title, as HTML. */
  title: string
  /** The lazy components in it, which the page loads before it takes the screen over. */
  scripts: string[]
}

/**
 * Draws the screen that the checkout's chart comes to with the two replies of a session. The same chart and the same components
 * run on the page; here nothing is called, and the actor ends with the drawing. Throws if a reply cannot be read.
 */
export function drawCheckout(replies: Request): Promise<Drawn> {
  const queryClient = new QueryClient()
  return drawing.run(queryClient, () => drawWith(queryClient, replies))
}

async function drawWith(queryClient: QueryClient, { user, checkout }: Request): Promise<Drawn> {
  storePageReplies(queryClient, { user, checkout, readAt: performance.now() })
  const actor = createActor(await machine).start()
  try {
    await answered()
    if (actor.getSnapshot().matches('determining')) throw new Error('the replies lead to no step')
    return await draw(queryClient, actor)
  } finally {
    actor.stop()
  }
}

/** Draws again until all scripts that the screen needs have come, which they have at the second drawing of a kind. */
async function draw(queryClient: QueryClient, actor: CheckoutActor): Promise<Drawn> {
  const needed = new Set<string>()
  const html = renderToString(
    <NeededScripts value={needed}>
      <App queryClient={queryClient}>
        <CheckoutScreen actor={actor} />
      </App>
    </NeededScripts>,
  )
  const scripts = [...needed]
  const [, title = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? []
  if (scripts.every(isPrepared)) return { html, title, scripts }
  if (!(await prepare(scripts))) throw new Error('a script cannot be loaded')
  return draw(queryClient, actor)
}

/** The actors answer from the cache, within few turns. */
async function answered() {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
}
