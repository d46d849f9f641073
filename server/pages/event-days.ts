import { isoDay, niceDay } from '#server/catalogue/dates.ts'

/** Days that visitors choose with one press, and how they are told: "3 events this weekend". */
export const spans = {
  today: { label: 'Today', words: 'today' },
  weekend: { label: 'This weekend', words: 'this weekend' },
  week: { label: 'Next 7 days', words: 'in the next 7 days' },
  month: { label: 'This month', words: 'this month' },
} as const

/** UK days, such as "2026-12-25", from the first to the last; '' leaves an end open. */
export interface Days {
  from: string
  to: string
}

/** When events shall begin: on days of the visitor's own, or those of a span; '' and no days for any date. */
export interface When extends Days {
  span: keyof typeof spans | ''
}

export const anyDate: When = { span: '', from: '', to: '' }

/**
 * Reads dates from the address of the list: `?when=weekend` or `?from=2026-12-24&to=2026-12-26`. Own days come first, in the order of
 * the calendar; what is no day or span is left out.
 */
export function readWhen(query: (name: string) => string | undefined): When {
  const [from, to] = [readDay(query('from')), readDay(query('to'))]
  if (from && to && from > to) return { span: '', from: to, to: from }
  if (from || to) return { span: '', from, to }
  const span = query('when') ?? ''
  return Object.hasOwn(spans, span) ? { ...anyDate, span: span as keyof typeof spans } : anyDate
}

/** The days of a choice at a time. */
export function daysOf({ span, from, to }: When, now: Date): Days {
  const today = isoDay(now)
  switch (span) {
    case 'today':
      return { from: today, to: today }
    case 'weekend':
      return weekendFrom(today)
    case 'week':
      return { from: today, to: later(today, 6) }
    case 'month':
      return { from: today, to: lastOfMonth(today) }
    default:
      return { from, to }
  }
}

/** Whether a time is on one of these days. */
export function isWithin(time: Date, { from, to }: Days): boolean {
  const day = isoDay(time)
  return from <= day && (!to || day <= to)
}

/** Tells a choice as the end of a sentence: "this weekend", "from Thu 24 Dec 2026 to Sat 26 Dec 2026"; '' for any date. */
export function whenInWords({ span, from, to }: When): string {
  if (span) return spans[span].words
  if (from && from === to) return `on ${nice(from)}`
  return [from && `from ${nice(from)}`, to && `${from ? 'to' : 'until'} ${nice(to)}`]
    .filter(Boolean)
    .join(' ')
}

const isDay = /^\d{4}-\d{2}-\d{2}$/

function readDay(text = ''): string {
  const day = text.trim()
  const time = isDay.test(day) ? Date.parse(day) : NaN
  // A day such as 30 February is another one, or none.
  return !Number.isNaN(time) && utcDay(time) === day ? day : ''
}

/** Saturday and Sunday; on a Sunday what is left of them. */
function weekendFrom(today: string): Days {
  const weekday = new Date(today).getUTCDay()
  if (weekday === 0) return { from: today, to: today }
  const saturday = later(today, 6 - weekday)
  return { from: saturday, to: later(saturday, 1) }
}

const later = (day: string, days: number) => utcDay(Date.parse(day) + days * 86_400_000)

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return utcDay(Date.UTC(year, month, 0))
}

const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Noon in UTC is on the same day in the UK all year. */
const nice = (day: string) => niceDay(new Date(`${day}T12:00Z`))
