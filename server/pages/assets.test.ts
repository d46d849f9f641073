import { expect, it } from 'vitest'

import { assets } from './assets.ts'

it('serves the checkout’s buttons, icons and stubs under the class names of the pages', () => {
  const { text } = assets.style
  for (const selector of [':root {', '.button {', '.icon {', '.stub {', '.stub-body {', '.stub-foot {'])
    expect(text, selector).toContain(selector)
  // Unprefixed class names of a component's parts would clash with the pages' own `.badge`.
  for (const stray of ['\n.body {', '\n.foot {', '\n.group {', '\n.reason {'])
    expect(text).not.toContain(stray)
  expect(text).toContain('padding: var(--space-2) min(var(--space-6), 6vw)')
  expect(text).toContain('height: 0.45rem')
})
