import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { config } from '#src/lib/config.ts'
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

/** The links at the foot of a screen, by their text. */
const foot = () =>
  draw()
    .replace(/^.*<footer/s, '')
    .match(/<a href="[^"]*">[^<]*/g)

it('links at its foot the pages about the shop that are configured, and no others', () => {
  const terms = '<a href="/legal-information/purchase-terms-and-conditions/">Terms of sale'
  expect(foot()).toEqual([terms])
  config.footerLinks = { Privacy: '/privacy/', Help: 'mailto:help@shop.example' }
  expect(foot()).toEqual(['<a href="/privacy/">Privacy', '<a href="mailto:help@shop.example">Help', terms])
})

it('marks one progress stage as current in every step, and none while determining', () => {
  for (const step of checkoutStates) {
    const marked = draw({ step }).match(/aria-current="step"/g) ?? []
    expect(marked, step).toHaveLength(step === 'determining' ? 0 : 1)
  }
})
