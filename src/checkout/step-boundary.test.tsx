// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { CheckoutActor } from './step-props.ts'

// Slow machines take longer than a second.
configure({ asyncUtilTimeout: 15_000 })

const failing = vi.hoisted(() => ({
  default: () => {
    throw new Error('the step has failed')
  },
}))
vi.mock('./determining/determining-step.tsx', () => failing)
vi.mock('#src/basket/basket-step.tsx', () => failing)
vi.mock('#src/reservation/reserve-step.tsx', () => failing)
vi.mock('#src/reservation/captcha-step.tsx', () => failing)
vi.mock('#src/donation/donation-step.tsx', () => failing)
vi.mock('#src/donation/gift-aid-step.tsx', () => failing)
vi.mock('#src/account/login-step.tsx', () => failing)
vi.mock('#src/account/marketing-preferences-step.tsx', () => failing)
vi.mock('#src/address/delivery-address-step.tsx', () => failing)
vi.mock('#src/questions/ticket-questions-step.tsx', () => failing)
vi.mock('#src/payment/payment-step.tsx', () => failing)
vi.mock('#src/payment/bank/awaiting-truelayer-step.tsx', () => failing)
vi.mock('#src/delivery/deliver-tickets-step.tsx', () => failing)
vi.mock('#src/questions/waiver-step.tsx', () => failing)
vi.mock('#src/order/after-sale-messages-step.tsx', () => failing)
vi.mock('#src/order/order-completed-step.tsx', () => failing)
// Shown for a moment; it needs a checkout.
vi.mock('./step-loading.tsx', () => ({ StepLoading: () => null }))

const { CheckoutScreen } = await import('#src/app/checkout-screen.tsx')

afterEach(cleanup)

/** A checkout that stands at a step. */
function actorAt(state: CheckoutState) {
  const snapshot = { value: state, children: {}, context: {} }
  return {
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => {} }),
  } as unknown as CheckoutActor
}

it.each(checkoutStates)(
  'shows what is safe, a way to try again and a support code when the step %s fails, and passes the error on [F20]',
  async (state) => {
    const onCaughtError = vi.fn()
    render(<CheckoutScreen actor={actorAt(state)} />, { onCaughtError })
    expect(await screen.findByText(/Your basket and your reservation are safe/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Copy details for support' })).toBeTruthy()
    expect(screen.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/)).toBeTruthy()
    expect(document.querySelector(`[data-state="${state}"]`)).toBeTruthy()
    expect(onCaughtError.mock.calls[0]?.[0]).toMatchObject({ message: 'the step has failed' })
  },
)
