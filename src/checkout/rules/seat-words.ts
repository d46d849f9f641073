import { groupBy } from '#src/lib/group-by.ts'
import { plural } from '#src/lib/plural.ts'

/** Where a seat is; '' for what it does not have. */
export interface SeatPlace {
  section: string
  row: string
  number: string
}

const numbers = new Intl.ListFormat('en-GB')

/**
 * Tells where seats are, each row once and in the order of its numbers: "Stalls, row C, seats 11 and 12; Circle, row A, seat 1". A
 * long name of a row stands for itself: "Table 4, seat 2".
 */
export function seatsInWords(seats: readonly SeatPlace[]): string {
  return [...groupBy(seats, rowInWords)]
    .map(([row, inRow]) => {
      const named = inRow.map(({ number }) => number).filter(Boolean)
      named.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      const places = named.length > 0 && `${plural(named.length, 'seat')} ${numbers.format(named)}`
      return [row, places].filter(Boolean).join(', ')
    })
    .join('; ')
}

/** Tells where seats are by their labels, such as "Stalls-C-12". What is no such label stays as it is. */
export const labelsInWords = (labels: readonly string[]) => seatsInWords(labels.map(placeOf))

/**
 * Names a ticket by its type and seat, "Adult, Stalls, row C, seat 12"; by its seat alone if that begins with the type: "Floor 2, row C,
 * seat 6" for "Floor".
 */
export function ticketInWords(type: string, seat: string): string {
  const place = labelsInWords([seat])
  const isTold = place.startsWith(type) && /^(?:[ ,]|$)/.test(place.slice(type.length))
  return [!isTold && type, place].filter(Boolean).join(', ')
}

function rowInWords({ section, row }: SeatPlace): string {
  return [section, row && row.length < 4 ? `row ${row}` : row].filter(Boolean).join(', ')
}

/** Reads where a seat is from its label; what is no such label is a section. */
export function placeOf(label: string): SeatPlace {
  const [, section = '', row = '', number = ''] = inThree.exec(label) ?? inTwo.exec(label) ?? []
  if (!number || [section, row, number].some((part) => part !== part.trim()))
    return { section: label, row: '', number: '' }
  return section || isRow.test(row) ? { section, row, number } : { section: row, row: '', number }
}

const inThree = /^(.+)-([\p{L}\d]{1,3})-([^-]*\d[^-]*)$/u
const inTwo = /^()([^-]+)-([^-]*\d[^-]*)$/
/** A letter, a doubled one, or a number: "GA" is no row. */
const isRow = /^(?:([A-Z])\1?|\d{1,2})$/
