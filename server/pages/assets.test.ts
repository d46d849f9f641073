import { expect, it } from 'vitest'

import { styles } from './assets.ts'

it('has the checkout’s buttons, icons and stubs under the class names of the pages', () => {
  for (const selector of [':root {', '.button {', '.icon {', '.stub {', '.stub-body {', '.stub-foot {'])
    expect(styles.page, selector).toContain(selector)
  // Unprefixed class names of a component's parts would clash with the pages' own `.badge`.
  for (const stray of ['body', 'foot', 'group', 'reason'])
    expect(styles.page).not.toMatch(new RegExp(`[}/] \\.${stray} \\{`))
  expect(styles.page).toContain('padding: var(--space-2) min(var(--space-6), 6vw)')
  expect(styles.page).toContain('height: 0.45rem')
})

it('has no comments and no empty space, which each page would carry', () => {
  for (const style of Object.values(styles)) expect(style).not.toMatch(/\/\*|\s\s|\n|<\//)
})
