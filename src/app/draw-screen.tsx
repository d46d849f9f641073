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

/** Loads all components, and the actors that may answer, so that the first drawing is as quick and complete as the others. */
export async function prepareAll() {
  await Promise.all([
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
export async function drawCheckout({ user, checkout }: Request): Promise<Drawn> {
  const queryClient = new QueryClient()
  storePageReplies(queryClient, { user, checkout, readAt: performance.now() })
  const actor = createActor(await quiet(checkoutWith(queryClient))).start()
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
