import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'

it('is announced as disabled with the reason, and stays focusable', () => {
  const html = renderToStaticMarkup(<Button blockedBecause="Type the 6 digits first.">Verify</Button>)
  const reason = /aria-describedby="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toMatch(/\sdisabled/)
  expect(html).toMatch(new RegExp(`<p[^>]* id="${reason}">Type the 6 digits first.</p>`))
})

it('keeps its label while busy', () => {
  const html = renderToStaticMarkup(<Button busy>Pay £53.00</Button>)
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('Pay £53.00')
})

it('is not a submit button by default', () => {
  expect(renderToStaticMarkup(<Button>Yes</Button>)).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Yes</Button>)).toContain('type="submit"')
})
