import { expect, it } from 'vitest'

import { eventTitle } from './event-title.ts'

it.each([
  ['Dawn Swim', 'Dawn Swim'],
  ['Winter Arena: The Northern Choirs', 'Winter Arena: <span class="whole">The Northern Choirs</span>'],
  ['Late: Film: Club', 'Late: <span class="whole">Film: Club</span>'],
  ['7:30 Club', '7:30 Club'],
  ['Salt & <b>: Pepper & <i>', 'Salt &amp; &lt;b&gt;: <span class="whole">Pepper &amp; &lt;i&gt;</span>'],
])('keeps what follows the colon of %s together, and escapes it', (title, html) => {
  expect(String(eventTitle(title))).toBe(html)
})
