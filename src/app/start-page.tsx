import { startTransition } from 'react'
import { CheckoutScreen } from './checkout-screen.tsx'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { holdAnswers } from '#src/checkout/lazy-actors.ts'
import { loadHttp } from '#src/http/load-http.ts'
import { nextTask } from '#src/lib/next-task.ts'
import { App } from './app.tsx'
import { checkoutActor } from './checkout-actor.ts'
import { comeToDrawn, markTaken, readPageReplies } from './drawn-screen.ts'
import { repeatInput } from './early-input.ts'
import { queryClient } from './query-client.ts'
import { createRoot, hydrateRoot } from './react-part.ts'
import { seatPath } from './seat-path.ts'

const Seats = seatPath(location.pathname) && lazyComponent('seats', () => import('./seats.tsx'))

// What a boundary has caught goes the way that React has for uncaught errors: to `early-errors.ts`, monitoring and the console [MONI-02].
const options = { onCaughtError: reportError }
const screenOf = (onShown?: () => void) => (
  <App queryClient={queryClient} onShown={onShown}>
    {Seats ? <Seats /> : <CheckoutScreen actor={checkoutActor()} />}
  </App>
)

/** After this time, in milliseconds, error reports and the offer to load the page again no longer wait for a screen that does not come. */
const patience = 5_000

/** Shows the screen of the address, and loads what it does not wait for once it is there. */
export async function startPage() {
  const app = document.getElementById('app')
  if (!app) throw new Error('the page has no element with the id "app"')
  await Promise.race([show(app), new Promise((done) => setTimeout(done, patience))])
  // The network may fail at any time. A press leads to a call, whatever it is.
  loadHttp().catch(() => {})
  import('./after-first-step.ts').catch(() => {})
}

async function show(app: HTMLElement) {
  if (Seats) return drawAnew(app)
  if (app.dataset.scripts !== undefined) return takeOver(app)
  const checkout = checkoutActor()
  await nextTask()
  readPageReplies(queryClient)
  checkout.start()
  return drawAnew(app)
}

const drawAnew = (app: HTMLElement) =>
  new Promise<void>((shown) => createRoot(app, options).render(screenOf(shown)))

/** Takes over the screen that the shop has drawn, or draws it anew if the chart has come to another one. */
async function takeOver(drawn: HTMLElement) {
  const isTheSame = await comeToDrawn(checkoutActor(), queryClient, drawn)
  if (!isTheSame) {
    markTaken()
    return drawAnew(drawn)
  }
  const isShown = nextTask().then(() => hydrate(drawn))
  // One would lead the chart out of the state in which the screen was drawn.
  holdAnswers(isShown)
  return isShown
}

const hydrate = (drawn: HTMLElement) =>
  new Promise<void>((shown) => {
    // React itself passes on what is pressed from now on.
    const pressed = drawn.querySelector<HTMLElement>('[data-pressed]')
    const taken = () => {
      repeatInput(drawn)
      markTaken()
      pressed?.click()
      shown()
    }
    // In a transition, so that React stops now and then for what is pressed.
    startTransition(() => {
      hydrateRoot(drawn, screenOf(taken), { ...options, onRecoverableError: reportError })
    })
  })
