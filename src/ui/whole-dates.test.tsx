import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WholeDates } from './whole-dates.tsx'

it.each([
  ['Tue 15 Dec 2026, 9:00pm', ['Tue 15 Dec 2026,']],
  ['To be paid on Wed 3 Feb 2027', ['Wed 3 Feb 2027']],
  ['Any evening', []],
])('keeps the dates of "%s" whole, and its words as they are', (text, whole) => {
  const html = renderToStaticMarkup(<WholeDates>{text}</WholeDates>)
  expect(html.replace(/<[^>]+>/g, '')).toBe(text)
  expect([...html.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, date]) => date)).toEqual(whole)
})
