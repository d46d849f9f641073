import ical, { ICalCalendarMethod } from 'ical-generator'

import { oneLine, type CalendarEntry, type Link } from './content.ts'
import type { Attachment } from './queue.ts'

/** Makes the calendar file of an event (RFC 5545); times are in UTC. `origin` is the shop's address. */
export function calendarFile(entry: CalendarEntry, origin: string): Attachment {
  const { id, startsAt, endsAt } = entry
  const { title, place, description } = tidy(entry)
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Foyer', product: 'Tickets', language: 'EN' },
    events: [
      {
        id: `${id}@${new URL(origin).hostname}`,
        start: new Date(startsAt),
        end: endsAt && new Date(endsAt),
        summary: title,
        location: place,
        description,
        url: `${origin}/account/wallet/`,
      },
    ],
  })
  return {
    filename: `${slug(title)}-${startsAt.slice(0, 10)}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendar.toString(),
  }
}

/** Links that open a calendar on the web with the event filled in. Without an end, calendars choose one. */
export function calendarLinks(entry: CalendarEntry): Link[] {
  const { startsAt, endsAt } = entry
  const { title, place, description } = tidy(entry)
  const google = new URL('https://calendar.google.com/calendar/render')
  google.search = query({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt ?? startsAt)}`,
    location: place,
    details: description,
  })
  const outlook = new URL('https://outlook.live.com/calendar/0/deeplink/compose')
  outlook.search = query({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt,
    ...(endsAt && { enddt: endsAt }),
    location: place,
    body: description,
  })
  return [
    { text: 'Google Calendar', href: google.href },
    { text: 'Outlook.com', href: outlook.href },
  ]
}

/** Ways to put an event into a calendar: its file, at the address `file`, or one on the web. */
export function calendarChoices(entry: CalendarEntry, file: string): Link[] {
  return [{ text: 'Calendar file (.ics)', href: file }, ...calendarLinks(entry)]
}

function tidy({ title, place, description }: CalendarEntry) {
  return { title: oneLine(title), place: oneLine(place), description: oneLine(description) }
}

// Outlook shows the + of `URLSearchParams` instead of spaces.
function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString().replaceAll('+', '%20')
}

/** "2026-12-25T19:30:00.000Z" is "20261225T193000Z". */
function compact(time: string): string {
  return time.replace(/[-:]|\.\d+/g, '')
}

function slug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-').slice(0, 60) ?? 'event'
}
