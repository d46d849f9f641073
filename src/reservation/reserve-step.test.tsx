import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { reservationMachine } from '#machines/reservation.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { restingCheckout } from '#src/checkout/testing/resting-checkout.ts'
import ReserveStep from './reserve-step.tsx'

afterEach(() => vi.unstubAllGlobals())

function draw(place: 'reserving' | 'unsupported_browser') {
  const queryClient = new QueryClient()
  queryClient.setQueryData(
    checkoutQuery.queryKey,
    checkoutSchema.parse({ state: 'reserve', sale_reference: 'A&B', tickets: [{ ticket_id: '1', qty: 2 }] }),
  )
  const input = { sitekey: '' }
  const { context } = createActor(reservationMachine, { input }).getSnapshot()
  const chart = createActor(reservationMachine, {
    input,
    snapshot: reservationMachine.resolveState({ value: place, context }),
  })
  const actor = restingCheckout({ reserving: 'reserve' }, { children: { reservation: chart } })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ReserveStep actor={actor} />
    </QueryClientProvider>,
  )
}

it('shows that the tickets are being reserved, and only announces "Loading" [RESV-01..03, OPEN-98]', () => {
  const html = draw('reserving')
  expect(html).toContain('>Checkout</h1>')
  expect(html).toContain(
    '<span class="visually-hidden">Loading</span><span>Reserving tickets</span><span>PLEASE WAIT</span><span>Holding 2 tickets for you</span>',
  )
})

it('gives a buyer with an unsupported browser a link for another one [CONT-65, OPEN-67, ERRS-24] [F15]', () => {
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  const html = draw('unsupported_browser')
  expect(html).toContain('You are using an incompatible browser.')
  expect(html).toContain('value="https://shop.example/smartcheckout/?session=A%26B"')
  expect(html).toContain('Copy link')
})
