import { expect, it } from 'vitest'

import { safeHtml } from './safe-html.ts'

it.each([
  ['https://aid.example/', 'https://aid.example/'],
  ['/help/', '/help/'],
  ['mailto:a@aid.example', 'mailto:a@aid.example'],
  ['tel:+442079460958', 'tel:+442079460958'],
])('keeps a link to %s in the HTML of an organiser', (href, kept) => {
  expect(String(safeHtml(`<a href="${href}">x</a>`))).toBe(`<a href="${kept}">x</a>`)
})

it.each([
  'javascript:alert(1)',
  'https://bank.example@evil.example/',
  '//bank.example@evil.example/',
  'data:text/html,x',
])('keeps the words, and not the link, to %s in the HTML of an organiser [OPEN-55]', (href) => {
  expect(String(safeHtml(`<a href="${href}">x</a>`))).toBe('<a>x</a>')
})
