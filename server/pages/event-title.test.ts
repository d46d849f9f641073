import { expect, it } from 'vitest'

import { eventTitle } from './event-title.ts'

it.each([
  ['Dawn Swim', 'Dawn Swim'],
  ['Winter Arena: The Northern Choirs', 'Winter Arena: <span class="whole">The Northern Choirs</span>'],
  ['Salt & <b>: Pepper & <i>', 'Salt &amp; &lt;b&gt;: <span class="whole">Pepper &amp; &lt;i&gt;</span>'],
])('keeps what follows the colon of %s together, and escapes it', (title, html) => {
  expect(String(eventTitle(title))).toBe(html)
})
