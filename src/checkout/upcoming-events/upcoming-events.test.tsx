// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { organiserSchema } from '#src/checkout/schemas/organiser.ts'
import UpcomingEvents from './upcoming-events.tsx'

beforeEach(() => vi.stubGlobal('location', new URL('https://shop.example/checkout/')))

const swim = {
  url: 'events/swim/',
  thumbnail: '/pictures/swim.svg',
  title: 'Dawn Swim',
  location: 'West Cliff Beach',
  date: 'Sat 5 Dec',
}
const screenOf = (...upcoming_events: object[]) => {
  const organisers = [organiserSchema.parse({ name: 'Harbour Arts', upcoming_events })]
  return <UpcomingEvents heading="Continue shopping" organisers={organisers} />
}
const draw = (...upcoming_events: object[]) => renderToStaticMarkup(screenOf(...upcoming_events))

it("lists each organiser's upcoming events, with links from the root of the site [BASK-11..13, OPEN-55]", () => {
  const html = draw(swim)
  expect(html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')).toBe(
    '|Continue shopping|More from Harbour Arts|Dawn Swim|Sat 5 Dec|West Cliff Beach|',
  )
  expect(html).toContain('href="https://shop.example/events/swim/"><img')
})

it('asks for the pictures once the page has taken over, and not with the first screen', () => {
  expect(draw(swim)).not.toContain('swim.svg')
  const { container } = render(screenOf(swim))
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/swim.svg')
})

it('does not link an invalid address', () => {
  expect(draw({ ...swim, url: 'javascript:alert(1)' })).not.toContain('href')
})

it('shows nothing without events', () => {
  expect(draw()).toBe('')
})
