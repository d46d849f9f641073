import { html } from 'hono/html'

import { niceDay, niceTime } from '#server/catalogue/dates.ts'
import { splitDates, type DatePart } from '#src/lib/split-dates.ts'

import type { Content } from './layout.ts'

/**
 * Renders text whose dates, such as "Fri 25 Dec 2026, 7:30pm", do not break in two where a line has room for them, nor does their end. Where it
 * has room for the day alone, the time comes below it.
 */
export const wholeDates = (text: string): Content => html`${splitDates(text).map(datePart)}`

function datePart(part: DatePart): string | Content {
  if (typeof part === 'string') return part
  const { day, time } = part
  return whole(time ? html`${whole(day)}${time}` : day)
}

/** Renders day and time of an event date, as a heading of its tickets. */
export function dateHeading({ starts_at }: { starts_at: Date }): Content {
  return html`${whole(`${niceDay(starts_at)},`)} ${niceTime(starts_at)}`
}

const whole = (words: string | Content) => html`<span class="whole">${words}</span>`
