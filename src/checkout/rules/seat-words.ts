import { plural } from '#src/lib/plural.ts'

/** Where a seat is; '' for what it does not have. */
export interface SeatPlace {
  section: string
  row: string
  number: string
}

const numbers = new Intl.ListFormat('en-GB')

/**
 * Tells where seats are, each row once: "Stalls, row C, seats 11 and 12; Circle, row A, seat 1". A long name of a row stands for
 * itself: "Table 4, seat 2".
 */
export function seatsInWords(seats: readonly SeatPlace[]): string {
  const rows = new Map<string, string[]>()
  for (const seat of seats) {
    const row = rowInWords(seat)
    rows.set(row, [...(rows.get(row) ?? []), seat.number])
  }
  return [...rows]
    .map(([row, inRow]) => {
      const named = inRow.filter(Boolean)
      const places = named.length > 0 && `${plural(named.length, 'seat')} ${numbers.format(named)}`
      return [row, places].filter(Boolean).join(', ')
    })
    .join('; ')
}

/** Tells where seats are by their labels, such as "Stalls-C-12". What is no such label stays as it is. */
export const labelsInWords = (labels: readonly string[]) => seatsInWords(labels.map(placeOf))

function rowInWords({ section, row }: SeatPlace): string {
  return [section, row.length > 0 && row.length < 4 ? `row ${row}` : row].filter(Boolean).join(', ')
}

function placeOf(label: string): SeatPlace {
  const parts = label.split('-')
  const [row = '', number = ''] = parts.slice(-2)
  return parts.length > 2 || (parts.length === 2 && /\d/.test(number))
    ? { section: parts.slice(0, -2).join('-'), row, number }
    : { section: label, row: '', number: '' }
}
