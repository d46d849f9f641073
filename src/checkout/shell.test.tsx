import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/api/schemas/checkout.ts'
import { Shell } from './shell.tsx'

function draw(props: Partial<Parameters<typeof Shell>[0]> = {}) {
  return renderToStaticMarkup(
    <Shell step="payment" title="Payment" {...props}>
      <p>Content</p>
    </Shell>,
  )
}

it('carries the step and its sub-state for tests, support and styles', () => {
  expect(draw({ substate: 'choosing' })).toContain('data-state="payment" data-substate="choosing"')
  expect(draw()).not.toContain('data-substate')
})

it('heads the step with its title, in a heading that can be given the focus', () => {
  expect(draw()).toContain('<h1 tabindex="-1">Payment</h1>')
})

it('leads to all events and to the terms of sale', () => {
  expect(draw()).toContain('href="/all-events/"')
  expect(draw()).toContain('href="/legal-information/purchase-terms-and-conditions/"')
})

it('marks one stage of the way as current in every step, none while it is being determined', () => {
  for (const step of checkoutStates) {
    const marked = draw({ step }).match(/aria-current="step"/g) ?? []
    expect(marked, step).toHaveLength(step === 'determining' ? 0 : 1)
  }
})
