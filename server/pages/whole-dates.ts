import { html } from 'hono/html'

import { niceDay, niceTime } from '#server/catalogue/dates.ts'

import type { Content } from './layout.ts'

const dates = /(\b(?:to )?\w{3} \d{1,2} \w{3} \d{4}(?:, \d{1,2}:\d\d[ap]m)?,?|\bto \d{1,2}:\d\d[ap]m)/

const dayAndTime = /^(.+ \d{4},)( \d{1,2}:.+)$/

/**
 * Renders text whose dates, such as "Fri 25 Dec 2026, 7:30pm", do not break in two where a line has room for them, nor does their end. Where it
 * has room for the day alone, the time comes below it.
 */
export function wholeDates(text: string): Content {
  return html`${text.split(dates).map((part, index) => (index % 2 ? wholeDateAndTime(part) : part))}`
}

function wholeDateAndTime(text: string): Content {
  const [, day, time] = dayAndTime.exec(text) ?? []
  return wholeDate(day && time ? html`${wholeDate(day)}${time}` : text)
}

/** Renders day and time of an event date, as a heading of its tickets. */
export function dateHeading({ starts_at }: { starts_at: Date }): Content {
  const day = wholeDate(html`${niceDay(starts_at)}<span class="quiet">,</span>`)
  return html`${day} <span class="quiet">${niceTime(starts_at)}</span>`
}

const wholeDate = (date: string | Content) => html`<span class="whole">${date}</span>`
