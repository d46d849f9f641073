import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Spinner } from './spinner.tsx'

it('shows the word "Loading" in a status region [CONT-10]', () => {
  const html = renderToStaticMarkup(<Spinner />)
  expect(html).toContain('role="status"')
  expect(html.replace(/<[^>]+>/g, '')).toBe('Loading')
})

it('announces "Loading" even if another text is shown', () => {
  const html = renderToStaticMarkup(<Spinner>Reserving tickets</Spinner>)
  expect(html).toContain('<span class="visually-hidden">Loading</span>Reserving tickets')
})
