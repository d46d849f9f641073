const london = { timeZone: 'Europe/London' } as const

const parts = new Intl.DateTimeFormat('en-GB', {
  ...london,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const clock = new Intl.DateTimeFormat('en-GB', {
  ...london,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const short = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const offset = new Intl.DateTimeFormat('en-GB', {
  ...london,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
})

/** Formats a UK date: "Fri 25 Dec 2026". */
export function niceDay(date: Date): string {
  return parts.format(date).replaceAll(',', '')
}

/** Formats a UK time: "7:30pm". */
export function niceTime(date: Date): string {
  return clock.format(date).replace(/\s/g, '').replace(/^0:/, '12:').toLowerCase()
}

/** Formats a UK date and time: "Fri 25 Dec 2026, 7:30pm". */
export function niceDate(date: Date): string {
  return `${niceDay(date)}, ${niceTime(date)}`
}

/** Formats a UK date and time like `niceDate`, and one of the current day as "today at 7:30pm". */
export function dayOrToday(date: Date, now: Date): string {
  return niceDay(date) === niceDay(now) ? `today at ${niceTime(date)}` : niceDate(date)
}

/** Formats a UK date and time like `niceDate`, without the current year: "Fri 25 Dec, 7:30pm". */
export function soonDate(date: Date, now: Date): string {
  const isThisYear = isoDay(date).slice(0, 4) === isoDay(now).slice(0, 4)
  return `${isThisYear ? niceDay(date).replace(/ \d+$/, '') : niceDay(date)}, ${niceTime(date)}`
}

/** Formats the UK times of an event: "Fri 25 Dec 2026, 7:30pm to 10:00pm", with the last day if it is another. */
export function dateSpan({ starts_at, ends_at }: { starts_at: Date; ends_at: Date | null }): string {
  if (!ends_at) return niceDate(starts_at)
  const end = niceDay(ends_at) === niceDay(starts_at) ? niceTime(ends_at) : niceDate(ends_at)
  return `${niceDate(starts_at)} to ${end}`
}

/** Formats a UK date with slashes: "25/12/2026". */
export function ukDate(date: Date): string {
  return short.format(date)
}

/** Formats a UK time with its offset from UTC, in ISO 8601: "2026-06-25T19:30:00+01:00". */
export function offsetTime(date: Date): string {
  const { year, month, day, hour, minute, second, timeZoneName = '' } = partsOf(offset, date)
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${timeZoneName.replace('GMT', '') || '+00:00'}`
}

/** Formats a UK date as in ISO 8601: "2026-12-25". */
export const isoDay = (date: Date): string => offsetTime(date).slice(0, 10)

function partsOf(format: Intl.DateTimeFormat, date: Date): Partial<Record<string, string>> {
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
}

/**
 * Adds months to a UK date: nine in the morning (UTC) of the same day of the month, or of the month's last day. At that time
 * the date is the same in the UK all year.
 */
export function monthsLater(date: Date, months: number): Date {
  const [day = 0, month = 0, year = 0] = ukDate(date).split('/').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay), 9))
}
