import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'

import { calendarFile, calendarLinks } from './calendar.ts'
import type { CalendarEntry } from './content.ts'

const entry: CalendarEntry = {
  id: 'lantern-friday',
  title: 'Lantern Evening',
  startsAt: '2026-12-25T19:30:00.000Z',
  endsAt: '2026-12-25T22:00:00.000Z',
  place: 'Harbour Arts, Quay Street, Whitby',
  description: 'Your tickets are in your wallet.',
}

const fileOf = (changes: Partial<CalendarEntry> = {}) =>
  calendarFile({ ...entry, ...changes }, 'https://tickets.example')

/** Reads a calendar file with a parser that is not the one that wrote it. */
function read(changes: Partial<CalendarEntry> = {}) {
  const calendar = new ICAL.Component(ICAL.parse(fileOf(changes).content))
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  if (!event || others.length > 0) throw new Error('not one event')
  const { uid, summary, location, description, startDate, endDate } = new ICAL.Event(event)
  return {
    calendar,
    event,
    uid,
    summary,
    location,
    description,
    starts: startDate.toJSDate().toISOString(),
    ends: endDate.toJSDate().toISOString(),
    isUtc: startDate.zone.tzid === 'UTC',
  }
}

describe('the calendar file', () => {
  it('holds title, place, description, times and an id that stays the same', () => {
    expect(read()).toMatchObject({
      uid: 'lantern-friday@tickets.example',
      summary: 'Lantern Evening',
      location: 'Harbour Arts, Quay Street, Whitby',
      description: 'Your tickets are in your wallet.',
      starts: entry.startsAt,
      ends: entry.endsAt,
    })
    expect(read().calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(read().event.getFirstPropertyValue('url')).toBe('https://tickets.example/account/wallet/')
  })

  it.each([
    ['the hour before the clocks go forward', '2027-03-28T00:30:00.000Z'],
    ['the hour after they went forward', '2027-03-28T01:30:00.000Z'],
    ['the first of the two hours when they go back', '2026-10-25T00:30:00.000Z'],
    ['the second of the two hours', '2026-10-25T01:30:00.000Z'],
  ])('states the exact time in %s', (_, startsAt) => {
    expect(read({ startsAt, endsAt: null })).toMatchObject({ starts: startsAt, isUtc: true })
  })

  it('leaves out an end that is not known', () => {
    expect(read({ endsAt: null }).event.getFirstProperty('dtend')).toBeNull()
  })

  it('keeps special characters and folds long lines', () => {
    const title = `Ça, „Tänze“; \\n 🎻 ${'Ein sehr langer Abend mit Musik '.repeat(10)}`.trim()
    const { content } = fileOf({ title })
    expect(read({ title }).summary).toBe(title)
    for (const line of content.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(content).not.toMatch(/[^\r]\n/)
  })

  it('gets no further properties or events from what people typed [S36]', () => {
    const hostile = 'Party\r\nATTACH:https://evil.example\nEND:VEVENT\r\nBEGIN:VEVENT'
    const { summary, event, calendar } = read({ title: hostile, place: hostile, description: hostile })
    expect(summary).toBe('Party ATTACH:https://evil.example END:VEVENT BEGIN:VEVENT')
    expect(event.getFirstProperty('attach')).toBeNull()
    expect(calendar.getAllSubcomponents()).toHaveLength(1)
  })

  it.each([
    ['Lantern Evening', 'lantern-evening-2026-12-25.ics'],
    ['Ça va? "Übermut"', 'ca-va-ubermut-2026-12-25.ics'],
    ['../../x\r\nContent-Type: text/html', 'x-content-type-text-html-2026-12-25.ics'],
    ['能', 'event-2026-12-25.ics'],
  ])('of %j has a plain name', (title, name) => {
    expect(fileOf({ title }).filename).toBe(name)
  })
})

describe('a link to a calendar on the web', () => {
  const links = (changes: Partial<CalendarEntry> = {}) =>
    calendarLinks({ ...entry, ...changes }).map(({ href }) => new URL(href))

  it('fills in the event', () => {
    const [google, outlook] = links({ title: 'Tea & cake + jazz' })
    expect(google?.host).toBe('calendar.google.com')
    expect(Object.fromEntries(google?.searchParams ?? [])).toEqual({
      action: 'TEMPLATE',
      text: 'Tea & cake + jazz',
      dates: '20261225T193000Z/20261225T220000Z',
      location: entry.place,
      details: entry.description,
    })
    expect(outlook?.host).toBe('outlook.live.com')
    expect(Object.fromEntries(outlook?.searchParams ?? [])).toMatchObject({
      subject: 'Tea & cake + jazz',
      startdt: entry.startsAt,
      enddt: entry.endsAt,
      location: entry.place,
      body: entry.description,
    })
    expect(outlook?.search).not.toContain('+')
  })

  it('needs no end', () => {
    const [google, outlook] = links({ endsAt: null })
    expect(google?.searchParams.get('dates')).toBe('20261225T193000Z/20261225T193000Z')
    expect(outlook?.searchParams.has('enddt')).toBe(false)
  })
})
