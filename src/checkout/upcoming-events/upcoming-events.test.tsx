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
const draw = (...upcoming_events: object[]) => {
  const organisers = [organiserSchema.parse({ name: 'Harbour Arts', upcoming_events })]
  return renderToStaticMarkup(<UpcomingEvents heading="Continue shopping" organisers={organisers} />)
}

it("lists each organiser's upcoming events, with links from the root of the site [BASK-11..13, OPEN-55]", () => {
  const html = draw(swim)
  expect(html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')).toBe(
    '|Continue shopping|More from Harbour Arts|Dawn Swim|West Cliff Beach|Sat 5 Dec|',
  )
  expect(html).toMatch(
    /<a [^>]*href="https:\/\/shop.example\/events\/swim\/"><img src="\/pictures\/swim.svg"/,
  )
})

it('does not link an invalid address', () => {
  expect(draw({ ...swim, url: 'javascript:alert(1)' })).not.toContain('href')
})

it('shows nothing without events', () => {
  expect(draw()).toBe('')
})
