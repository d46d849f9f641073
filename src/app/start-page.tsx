import { startTransition } from 'react'
import { holdAnswers } from '#src/checkout/lazy-actors.ts'
import { holdReplies } from '#src/http/held-replies.ts'
import { loadHttp } from '#src/http/load-http.ts'
import { nextTask } from '#src/lib/next-task.ts'
import { App } from './app.tsx'
import { createCheckout } from './checkout-page.tsx'
import { comeToDrawn, markTaken, readPageReplies } from './drawn-screen.ts'
import { repeatInput } from './early-input.ts'
import { Seats } from './lazy-seats.ts'
import { loadSurely } from './load-surely.ts'
import type { PageScreen } from './page-screen.ts'
import { queryClient } from './query-client.ts'
import type * as reactPart from './react-part.ts'
import { seatPath } from './seat-path.ts'

// What a boundary has caught goes the way that React has for uncaught errors: to `early-errors.ts`, monitoring and the console [MONI-02].
const options = { onCaughtError: reportError }

/**
 * This long after React DOM has come, in milliseconds, error reports and the offer to load the page again no longer wait for a screen
 * that does not come.
 */
const patience = 5_000

/** Shows the screen of the address, and loads what it does not wait for once it is there. */
export async function startPage() {
  const app = document.getElementById('app')
  if (!app) throw new Error('the page has no element with the id "app"')
  const prepared = prepare(app)
  await nextTask()
  const react = await loadSurely(() => import('./react-part.ts'))
  await nextTask()
  await Promise.race([show(app, prepared, react), new Promise((done) => setTimeout(done, patience))])
  // The network may fail at any time. A press leads to a call, whatever it is.
  loadHttp().catch(() => {})
  void loadSurely(() => import('./after-first-step.ts'))
}

/** Prepares all that does not need React DOM, which is half of all bytes and comes last. */
async function prepare(app: HTMLElement): Promise<PageScreen> {
  const screen = await createScreen()
  if (isDrawn(app)) return screen
  await nextTask()
  readPageReplies(screen)
  screen.start()
  return screen
}

async function show(app: HTMLElement, prepared: Promise<PageScreen>, react: typeof reactPart) {
  const screen = await prepared
  return isDrawn(app) ? takeOver(screen, app, react) : drawAnew(screen, app, react)
}

const isDrawn = (app: HTMLElement) => app.dataset.scripts !== undefined

async function createScreen() {
  if (!seatPath(location.pathname)) return createCheckout()
  return loadSurely(() => import('./seats.tsx').then(({ createSeats }) => createSeats(Seats)))
}

const inApp = ({ content }: PageScreen, onShown: () => void) => (
  <App queryClient={queryClient} onShown={onShown}>
    {content}
  </App>
)

const drawAnew = (screen: PageScreen, app: HTMLElement, { createRoot }: typeof reactPart) =>
  new Promise<void>((shown) => createRoot(app, options).render(inApp(screen, shown)))

/** Takes over the screen that the shop has drawn, or draws it anew if the chart has come to another one. */
async function takeOver(screen: PageScreen, drawn: HTMLElement, react: typeof reactPart) {
  const isTheSame = comeToDrawn(screen, drawn)
  const isShown = isTheSame.then((same) =>
    same ? nextTask().then(() => hydrate(screen, drawn, react)) : undefined,
  )
  // A reply that comes meanwhile would put into the cache what was not drawn.
  holdReplies(isShown)
  if (!(await isTheSame)) {
    await drawAnew(screen, drawn, react)
    // Until then the old screen is there, on which a press does nothing.
    return markTaken()
  }
  // One would lead the chart out of the state in which the screen was drawn.
  holdAnswers(isShown)
  return isShown
}

const hydrate = (screen: PageScreen, drawn: HTMLElement, { hydrateRoot }: typeof reactPart) =>
  new Promise<void>((shown) => {
    // React itself passes on what is pressed from now on.
    const pressed = drawn.querySelector<HTMLElement>('[data-pressed]')
    const taken = () => {
      repeatInput(drawn)
      markTaken()
      // By then the screen has what was typed.
      void nextTask().then(() => pressed?.click())
      shown()
    }
    // In a transition, so that React stops now and then for what is pressed.
    startTransition(() => {
      hydrateRoot(drawn, inApp(screen, taken), { ...options, onRecoverableError: reportError })
    })
  })
