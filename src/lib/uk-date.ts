const UK_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** Reads a date typed as dd/MM/yyyy and returns it as yyyy-MM-dd; null if there is no such date [XFER-32]. */
export function readUkDate(text: string): string | null {
  const [, day = '', month = '', year = ''] = UK_DATE.exec(text.trim()) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00Z`)
  // "2026-02-31" is read as 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

/** Writes a date yyyy-MM-dd as dd/MM/yyyy. */
export function ukDateOf(iso: string): string {
  return iso.split('-').reverse().join('/')
}

const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** Writes a date dd/MM/yyyy as people say it: "Sat 12 Jun 2027"; as it is if there is no such date. */
export function ukDateInWords(text: string): string {
  const iso = readUkDate(text)
  return iso ? words.format(new Date(iso)).replace(',', '') : text
}

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' })

/** Returns the date in the UK as yyyy-MM-dd, so that dates compare as texts. */
export function ukToday(now = new Date()): string {
  return days.format(now)
}
