import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { checkoutMachine, type CheckoutContext } from '#machines/checkout.ts'
import CodeForm from './code-form.tsx'

/** The form as HTML, with what came of the last code. */
function draw(codeStatus: CheckoutContext['codeStatus'], isBusy = false) {
  const { context } = createActor(checkoutMachine).getSnapshot()
  const snapshot = checkoutMachine.resolveState({
    value: { basket: { open: 'ready' } },
    context: { ...context, codeStatus },
  })
  return renderToStaticMarkup(
    <CodeForm actor={createActor(checkoutMachine, { snapshot })} isBusy={isBusy} onPress={() => {}} />,
  )
}

it('says what came of the last code [BASK-57, BASK-58]', () => {
  expect(draw('none')).not.toMatch(/Invalid code|Code applied/)
  expect(draw('invalid')).toContain('Invalid code')
  expect(draw('applied')).toContain('Code applied')
})

it('forgets the answer to the last code while another is tried', () => {
  expect(draw('invalid', true)).not.toContain('Invalid code')
})
