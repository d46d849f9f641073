import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WholeDates } from './whole-dates.tsx'

it.each([
  ['Tue 15 Dec 2026, 9:00pm', '[[Tue 15 Dec 2026,] 9:00pm]'],
  ['To be paid on Wed 3 Feb 2027', 'To be paid on [Wed 3 Feb 2027]'],
  ['Charged on Wed 3 Feb 2027. Then no more.', 'Charged on [Wed 3 Feb 2027.] Then no more.'],
  ['9:00pm to 10:55pm.', '9:00pm [to 10:55pm.]'],
  ['Any evening', 'Any evening'],
])('keeps the dates of "%s" from breaking, and where one is too long, its day', (text, kept) => {
  const html = renderToStaticMarkup(<WholeDates>{text}</WholeDates>)
  expect(html.replaceAll(/<span[^>]*>/g, '[').replaceAll('</span>', ']')).toBe(kept)
})
