/** A seat of a hall. Its label is unique in the hall, as "Stalls-C-12"; places are in the units of the drawing. */
export interface HallSeat {
  label: string
  section: string
  row: string
  number: string
  x: number
  y: number
  /** The key of its category. */
  category: string
  isAccessible: boolean
  isCompanion: boolean
  hasRestrictedView: boolean
}

export interface HallCategory {
  key: string
  label: string
  /** A colour as #rrggbb. */
  color: string
}

/** Seats that stand side by side, without an aisle between them, from left to right. */
export type Run = HallSeat[]

export interface Hall {
  key: string
  name: string
  categories: HallCategory[]
  /** The corners of the stage. */
  stage: Point[]
  /** The best place of the hall; seats are better the nearer they are to it. */
  focalPoint: Point
  runs: Run[]
  seats: Map<string, HallSeat>
}

export interface Point {
  x: number
  y: number
}

/** Distance between seats of a row, and between rows. */
export const seatPitch = 24
export const rowPitch = 30

/** Seats before they are told apart from others: what a generator of rows returns. */
export interface RowOfSeats {
  section: string
  row: string
  /** The runs of the row, each with its category and places from left to right. */
  blocks: { category: string; places: Point[] }[]
}

/** Exceptions of a hall, as lists of labels. */
interface Marks {
  accessible?: string[]
  companion?: string[]
  restricted?: string[]
  /** The category of seats with a restricted view, if they have one of their own. */
  restrictedCategory?: string
}

/** Builds a hall from its rows: numbers the seats of each row from the left, starting with 1. */
export function buildHall(
  { key, name, categories, stage, focalPoint }: Omit<Hall, 'runs' | 'seats'>,
  rows: RowOfSeats[],
  { accessible = [], companion = [], restricted = [], restrictedCategory }: Marks = {},
): Hall {
  const marks = {
    accessible: new Set(accessible),
    companion: new Set(companion),
    restricted: new Set(restricted),
  }
  const runs = rows.flatMap(({ section, row, blocks }) => {
    let last = 0
    return blocks.map(({ category, places }) =>
      places.map(({ x, y }): HallSeat => {
        const number = String(++last)
        const label = `${section}-${row}-${number}`
        const hasRestrictedView = marks.restricted.has(label)
        return {
          label,
          section,
          row,
          number,
          x: Math.round(x * 10) / 10,
          y: Math.round(y * 10) / 10,
          category: (hasRestrictedView && restrictedCategory) || category,
          isAccessible: marks.accessible.has(label),
          isCompanion: marks.companion.has(label),
          hasRestrictedView,
        }
      }),
    )
  })
  const seats = new Map(runs.flat().map((seat) => [seat.label, seat]))
  for (const label of [...accessible, ...companion, ...restricted])
    if (!seats.has(label)) throw new Error(`${key} has no seat ${label}`)
  return { key, name, categories, stage, focalPoint, runs, seats }
}

/** Places on an arc around a centre, `width` long in the middle of the given angle, at the pitch of seats. */
export function onArc(centre: Point, radius: number, middle: number, count: number, shift = 0): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = middle + (shift + (index - (count - 1) / 2) * seatPitch) / radius
    // Seats are numbered from the left of the person who faces the stage from the arc.
    return { x: centre.x + radius * Math.sin(angle), y: centre.y + radius * Math.cos(angle) }
  })
}

/** Labels of seats of one row, by their numbers. */
export function labels(section: string, row: string, numbers: number[]): string[] {
  return numbers.map((number) => `${section}-${row}-${number}`)
}

/** Row letters from A; without I and O, which look like 1 and 0. */
export const rowLetters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
