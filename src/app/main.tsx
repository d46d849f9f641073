import '#src/ui/tokens.css'
import '#src/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CheckoutScreen } from '#src/checkout/checkout-screen.tsx'
import { Announcer } from '#src/ui/announcer.tsx'
import { checkoutActor } from './checkout-actor.ts'
import { queryClient } from './query-client.ts'

const app = document.getElementById('app')
if (!app) throw new Error('the page has no element with the id "app"')

createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Announcer />
      <CheckoutScreen actor={checkoutActor} />
    </QueryClientProvider>
  </StrictMode>,
)
