import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createActor, type AnyActorRef } from 'xstate'
import {
  isPrepared,
  NeededScripts,
  prepare,
  prepareAll as prepareComponents,
} from '#src/checkout/lazy-component.tsx'
import { storePageReplies, type PageReplies } from '#src/checkout/page-replies.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { config } from '#src/lib/config.ts'
import { storePageSeating, type PageSeating } from '#src/seats/page-seating.ts'
import { App } from './app.tsx'
import { CheckoutScreen } from './checkout-screen.tsx'
import { checkoutWith } from './checkout-with.ts'
import { Seats } from './lazy-seats.ts'
import { quiet } from './quiet.ts'
import { seatsWith } from './seats-with.ts'

/** The cache of a drawing. What a drawing has left behind that answers late finds its own, and never that of another buyer. */
const drawing = new AsyncLocalStorage<QueryClient>()

const cacheOfDrawing = new Proxy({} as QueryClient, {
  get(_, name) {
    const cache = drawing.getStore()
    const value: unknown = cache && Reflect.get(cache, name)
    return typeof value === 'function' ? value.bind(cache) : value
  },
})

/** One chart of each kind for all drawings: to put it together takes five times as long as to run it. */
const checkoutMachine = quiet(checkoutWith(cacheOfDrawing))
const seatsMachine = quiet(seatsWith(cacheOfDrawing))

/** Loads all components, and the actors that may answer, so that the first drawing is as quick and complete as the others. */
export async function prepareAll() {
  await Promise.all([
    checkoutMachine,
    seatsMachine,
    prepareComponents(),
    import('#src/account/actors.ts'),
    import('#src/questions/actors.ts'),
  ])
}

/** The replies that each screen begins with. */
export interface Replies {
  checkout: Omit<PageReplies, 'readAt'>
  seats: PageSeating
}

export type Screen = keyof Replies

/** A screen as the shop sends it with the page. */
export interface Drawn {
  html: string
  /** The screen's title, as HTML. */
  title: string
  /** The lazy components in it, which the page loads before it takes the screen over. */
  scripts: string[]
  /** Whether the user has chosen the dark appearance for it [DARK-01]. */
  isDark?: boolean
}

/** A running chart, and the screen that shows it. */
interface Running {
  actor: AnyActorRef
  content: ReactNode
  /** The state in which the chart waits for the replies. */
  loading: string
}

const starts: { [S in Screen]: (queryClient: QueryClient, replies: Replies[S]) => Promise<Running> } = {
  async checkout(queryClient, replies) {
    storePageReplies(queryClient, { ...replies, readAt: performance.now() })
    const actor = createActor(await checkoutMachine).start()
    return { actor, content: <CheckoutScreen actor={actor} />, loading: 'determining' }
  },
  async seats(queryClient, replies) {
    storePageSeating(queryClient, replies)
    const { eventDateId } = replies
    const actor = createActor(await seatsMachine, { input: { eventDateId } }).start()
    return { actor, content: <Seats actor={actor} />, loading: 'loading' }
  },
}

/**
 * Draws the screen that its chart comes to with the replies that the shop has for a session. The same chart and the same components
 * run on the page; here nothing is called, and the actor ends with the drawing. Throws if a reply cannot be read.
 */
export function drawScreen<S extends Screen>(screen: S, replies: Replies[S]): Promise<Drawn> {
  const queryClient = new QueryClient()
  return drawing.run(queryClient, async () => {
    const { actor, content, loading } = await starts[screen](queryClient, replies)
    try {
      await answered()
      const { value } = actor.getSnapshot() as { value: unknown }
      if (statePath(value).includes(loading)) throw new Error('the replies lead to no screen')
      const drawn = await draw(queryClient, content)
      return screen === 'seats' ? ofOrganiser(queryClient, drawn) : drawn
    } finally {
      actor.stop()
    }
  })
}

/** As the page makes them: its title (`src/seats/seats-shell.tsx`) and appearance (`src/checkout/current-user.ts`). */
function ofOrganiser(queryClient: QueryClient, drawn: Drawn): Drawn {
  const isDark = queryClient.getQueryData(userQuery.queryKey)?.is_dark_mode ?? false
  return { ...drawn, title: drawn.title + renderToString(` - ${config.productName}`), isDark }
}

/** Draws again until all scripts that the screen needs have come, which they have at the second drawing of a kind. */
async function draw(queryClient: QueryClient, content: ReactNode): Promise<Drawn> {
  const needed = new Set<string>()
  const html = renderToString(
    <NeededScripts value={needed}>
      <App queryClient={queryClient}>{content}</App>
    </NeededScripts>,
  )
  const scripts = [...needed]
  const [, title = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? []
  if (scripts.every(isPrepared)) return { html, title, scripts }
  if (!(await prepare(scripts))) throw new Error('a script cannot be loaded')
  return draw(queryClient, content)
}

/** The actors answer from the cache, within few turns. */
async function answered() {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
}
