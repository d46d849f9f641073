import '#src/monitoring/early-errors.ts'
import '#src/ui/tokens.css'
import '#src/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CheckoutScreen } from './checkout-screen.tsx'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { Announcer } from '#src/ui/announcer.tsx'
import { checkoutActor } from './checkout-actor.ts'
import { queryClient } from './query-client.ts'
import { seatPath } from './seat-path.ts'

const app = document.getElementById('app')
if (!app) throw new Error('the page has no element with the id "app"')

const Seats = seatPath(location.pathname) && lazyComponent('seats', () => import('./seats.tsx'))

// What a boundary has caught goes the way that React has for uncaught errors: to `early-errors.ts`, monitoring and the console [MONI-02].
createRoot(app, { onCaughtError: reportError }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Announcer />
      {Seats ? <Seats /> : <CheckoutScreen actor={checkoutActor} />}
    </QueryClientProvider>
  </StrictMode>,
)

if (!Seats) checkoutActor.start()

// After the first paint; the network may fail at any time.
addEventListener('load', () => void import('./after-first-step.ts').catch(() => {}))
