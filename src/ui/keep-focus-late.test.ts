// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { keepFocus } from './keep-focus.ts'

it('gives the title the focus when a control disappears that was focused before the page has begun to watch', async () => {
  document.body.innerHTML = '<h1 tabindex="-1">Payment</h1><button>Pay</button>'
  const pay = document.querySelector('button')
  pay?.focus()
  keepFocus()
  pay?.remove()
  await new Promise((resolve) => setImmediate(resolve))
  expect(document.activeElement).toBe(document.querySelector('h1'))
})
