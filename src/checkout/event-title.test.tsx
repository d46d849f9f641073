import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EventTitle } from './event-title.tsx'

it.each([
  ['Dawn Swim', 'Dawn Swim'],
  ['Winter Arena: The Northern Choirs', 'Winter Arena: <span class="whole">The Northern Choirs</span>'],
])('keeps what follows the colon of %s together', (title, html) => {
  expect(renderToStaticMarkup(<EventTitle title={title} />)).toBe(html)
})
