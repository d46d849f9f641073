import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { Shell } from './shell.tsx'

function draw(props: Partial<Parameters<typeof Shell>[0]> = {}) {
  return renderToStaticMarkup(
    <Shell step="payment" title="Payment" {...props}>
      <p>Content</p>
    </Shell>,
  )
}

it('has attributes for the step and its sub-state', () => {
  expect(draw({ substate: 'choosing' })).toContain('data-state="payment" data-substate="choosing"')
  expect(draw()).not.toContain('data-substate')
})

it("shows the step's title in a focusable heading", () => {
  expect(draw()).toContain('<h1 tabindex="-1">Payment</h1>')
})

it('links to all events and to the terms of sale', () => {
  expect(draw()).toContain('href="/all-events/"')
  expect(draw()).toContain('href="/legal-information/purchase-terms-and-conditions/"')
})

it('marks one progress stage as current in every step, and none while determining', () => {
  for (const step of checkoutStates) {
    const marked = draw({ step }).match(/aria-current="step"/g) ?? []
    expect(marked, step).toHaveLength(step === 'determining' ? 0 : 1)
  }
})
