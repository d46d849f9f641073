import type { Checkout } from '#src/checkout/schemas/checkout.ts'

const names = new Intl.ListFormat('en-GB')

/** Returns the titles of the events that the waiver is for, in words; '' if it is not known which of several they are. */
export function waiverEvents({ events }: Pick<Checkout, 'events'>): string {
  const known = events.filter(({ has_waiver }) => has_waiver)
  const meant = known.length === 0 && events.length === 1 ? events : known
  return names.format(meant.map(({ title }) => title))
}
