import '#src/ui/tokens.css'
import '#src/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CheckoutScreen } from '#src/checkout/checkout-screen.tsx'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { selectStep } from '#src/checkout/selectors.ts'
import { Announcer } from '#src/ui/announcer.tsx'
import { loadToaster } from '#src/ui/notify.ts'
import { checkoutActor } from './checkout-actor.ts'
import { queryClient } from './query-client.ts'
import { reportInvalidFields } from './report-invalid-fields.ts'
import { seatPath } from './seat-path.ts'

reportInvalidFields()

const app = document.getElementById('app')
if (!app) throw new Error('the page has no element with the id "app"')

const Seats = seatPath(location.pathname) && lazyComponent('seats', () => import('./seats.tsx'))

createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Announcer />
      {Seats ? <Seats /> : <CheckoutScreen actor={checkoutActor} />}
    </QueryClientProvider>
  </StrictMode>,
)

// Loaded right after the first step: it must not delay that step, and the network may fail at any time.
const loading = checkoutActor.subscribe((snapshot) => {
  if (selectStep(snapshot) === 'determining') return
  loading.unsubscribe()
  loadToaster().catch(() => {})
})

if (!Seats) checkoutActor.start()
