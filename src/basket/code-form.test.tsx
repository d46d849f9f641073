import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { basketMachine } from '#machines/basket.ts'
import { facts } from '#machines/testing/facts.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import CodeForm from './code-form.tsx'

const lines = [{ ticket_id: '1', price: '10.00', qty: 2, discount_amount: '1.50' }]
const plain = checkoutSchema.parse({ basket_total: '20.00' })
const reduced = checkoutSchema.parse({
  currency: { symbol: '£' },
  basket_total: '17.00',
  tickets: lines,
  discounts_applied: { EARLY: '3.00' },
})

/** Renders the form as HTML with the result of the last code. */
function draw(codeStatus: 'none' | 'applied' | 'invalid', isBusy = false, checkout = plain) {
  const input = { facts, isFresh: true }
  const { context } = createActor(basketMachine, { input }).getSnapshot()
  const snapshot = basketMachine.resolveState({
    value: { open: 'ready' },
    context: { ...context, codeStatus },
  })
  return renderToStaticMarkup(
    <CodeForm
      chart={createActor(basketMachine, { input, snapshot })}
      checkout={checkout}
      isBusy={isBusy}
      onPress={() => {}}
    />,
  )
}

it('shows the result of the last code [BASK-57, BASK-58]', () => {
  expect(draw('none')).not.toMatch(/Invalid code|Code applied/)
  expect(draw('invalid')).toContain('Invalid code')
  expect(draw('applied')).toContain('Code applied')
})

it('clears the last result while another code is applied', () => {
  expect(draw('invalid', true)).not.toContain('Invalid code')
})

it('says what codes save, also after a reload', () => {
  expect(draw('none', false, reduced)).toContain('You save £3.00.')
  expect(draw('none')).not.toContain('You save')
})
