import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { basketMachine } from '#machines/basket.ts'
import { facts } from '#machines/testing/facts.ts'
import CodeForm from './code-form.tsx'

/** Renders the form as HTML with the result of the last code. */
function draw(codeStatus: 'none' | 'applied' | 'invalid', isBusy = false) {
  const input = { facts, isFresh: true }
  const { context } = createActor(basketMachine, { input }).getSnapshot()
  const snapshot = basketMachine.resolveState({
    value: { open: 'ready' },
    context: { ...context, codeStatus },
  })
  return renderToStaticMarkup(
    <CodeForm chart={createActor(basketMachine, { input, snapshot })} isBusy={isBusy} onPress={() => {}} />,
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
