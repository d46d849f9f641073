import '#src/monitoring/early-errors.ts'
import '#src/ui/tokens.css'
import '#src/ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { CheckoutScreen } from './checkout-screen.tsx'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { App } from './app.tsx'
import { checkoutActor } from './checkout-actor.ts'
import { comeToDrawn, markTaken, readPageReplies } from './drawn-screen.ts'
import { repeatInput } from './early-input.ts'
import { queryClient } from './query-client.ts'
import { seatPath } from './seat-path.ts'

const app = document.getElementById('app')
if (!app) throw new Error('the page has no element with the id "app"')

const Seats = seatPath(location.pathname) && lazyComponent('seats', () => import('./seats.tsx'))

// What a boundary has caught goes the way that React has for uncaught errors: to `early-errors.ts`, monitoring and the console [MONI-02].
const options = { onCaughtError: reportError }
const screenOf = (onShown?: () => void) => (
  <App queryClient={queryClient} onShown={onShown}>
    {Seats ? <Seats /> : <CheckoutScreen actor={checkoutActor} />}
  </App>
)

if (Seats) createRoot(app, options).render(screenOf())
else if (app.dataset.scripts === undefined) {
  readPageReplies(queryClient)
  checkoutActor.start()
  createRoot(app, options).render(screenOf())
} else void takeOver(app)

/** Takes over the screen that the shop has drawn, or draws it anew if the chart has come to another one. */
async function takeOver(drawn: HTMLElement) {
  const isTheSame = await comeToDrawn(checkoutActor, queryClient, drawn)
  if (!isTheSame) {
    markTaken()
    return createRoot(drawn, options).render(screenOf())
  }
  // React itself passes on what is pressed from now on.
  const pressed = drawn.querySelector<HTMLElement>('[data-pressed]')
  const taken = () => {
    repeatInput(drawn)
    markTaken()
    pressed?.click()
  }
  hydrateRoot(drawn, screenOf(taken), { ...options, onRecoverableError: reportError })
}

// After the first paint; the network may fail at any time.
addEventListener('load', () => void import('./after-first-step.ts').catch(() => {}))
