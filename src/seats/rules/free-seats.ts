import { groupBy } from '#src/lib/group-by.ts'
import type { FreeSeat } from '#src/seats/schemas.ts'
import { seatNotes, type Seat } from './seats.ts'

/** A row of a section with the seats that the buyer can choose or has chosen. */
export interface SeatRow {
  row: string
  seats: Seat[]
}

export interface SeatSection {
  section: string
  rows: SeatRow[]
}

/** Lists the sections and rows of a hall that have free seats, in order; the buyer's `own`, chosen or just released, belong to them. */
export function seatSections(free: FreeSeat[], own: Seat[]): SeatSection[] {
  const seats = new Map<string, Seat>(own.map((seat) => [seat.label, seat]))
  for (const seat of free) if (!seats.has(seat.label)) seats.set(seat.label, listed(seat))
  const bySection = groupBy([...seats.values()].sort(inOrder), ({ section }) => section)
  return [...bySection].map(([section, all]) => ({
    section,
    rows: [...groupBy(all, ({ row }) => row)].map(([row, ofRow]) => ({ row, seats: ofRow })),
  }))
}

function listed({ label, section, row, number, category, ...marks }: FreeSeat): Seat {
  const notes = seatNotes({
    accessible: marks.accessible,
    companionSeat: marks.companion_seat,
    restrictedView: marks.restricted_view,
    limitedLegroom: marks.limited_legroom,
  })
  return { label, section, row, number, category, notes }
}

const natural = new Intl.Collator('en-GB', { numeric: true })

function inOrder(one: Seat, other: Seat): number {
  return (
    natural.compare(one.section, other.section) ||
    natural.compare(one.row, other.row) ||
    natural.compare(one.number, other.number)
  )
}
