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

/** A day at the venue, such as "Fri 25 Dec 2026". */
export function niceDay(date: Date): string {
  return parts.format(date).replaceAll(',', '')
}

/** A time at the venue, such as "7:30pm". */
export function niceTime(date: Date): string {
  return clock.format(date).replace(/\s/g, '').replace(/^0:/, '12:').toLowerCase()
}

/** Day and time at the venue, such as "Fri 25 Dec 2026, 7:30pm". */
export function niceDate(date: Date): string {
  return `${niceDay(date)}, ${niceTime(date)}`
}

/** Day, month and year with slashes: "25/12/2026". */
export function ukDate(date: Date): string {
  return short.format(date)
}

/** The same day of the month some months later, or that month's last day. */
export function monthsLater(date: Date, months: number): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}
