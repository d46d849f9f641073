import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EventTitle } from './event-title.tsx'

it.each([
  ['Dawn Swim', 'Dawn Swim'],
  ['Winter Arena: The Northern Choirs', 'Winter Arena: <span class="whole">The Northern Choirs</span>'],
  ['Late: Film: Club', 'Late: <span class="whole">Film: Club</span>'],
  ['7:30 Club', '7:30 Club'],
])('keeps what follows the colon of %s together', (title, html) => {
  expect(renderToStaticMarkup(<EventTitle title={title} />)).toBe(html)
})
