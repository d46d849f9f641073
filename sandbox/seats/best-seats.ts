import type { Hall, HallSeat } from '#sandbox/halls/hall.ts'

/** What is wanted of the best available seats. */
export interface BestWanted {
  number: number
  categories?: string[] | undefined
  sections?: string[] | undefined
  accessibleSeats?: number | undefined
}

export interface BestSeats {
  seats: HallSeat[]
  nextToEachOther: boolean
}

/**
 * Finds the free seats nearest to the hall's best place: side by side if there are, without leaving a single seat if
 * possible, otherwise apart. Step-free places and their companions' seats are given only to those who ask for them.
 * Returns null if there are not enough.
 */
export function findBestSeats(
  hall: Hall,
  isFree: (label: string) => boolean,
  wanted: BestWanted,
): BestSeats | null {
  const { number, categories, sections, accessibleSeats = 0 } = wanted
  const isWanted = (seat: HallSeat) =>
    isFree(seat.label) &&
    (!categories?.length || categories.includes(seat.category)) &&
    (!sections?.length || sections.includes(seat.section)) &&
    (accessibleSeats > 0 || !(seat.isAccessible || seat.isCompanion))
  const windows = hall.runs.flatMap((run) => {
    const found = []
    for (let start = 0; start + number <= run.length; start++) {
      const seats = run.slice(start, start + number)
      if (!seats.every(isWanted) || seats.filter((seat) => seat.isAccessible).length < accessibleSeats)
        continue
      const orphans = [
        [start - 1, start - 2],
        [start + number, start + number + 1],
      ].filter(([next = -1, afterwards = -1]) => isFreeAt(run, next) && !isFreeAt(run, afterwards)).length
      found.push({ seats, cost: distance(hall, seats) + orphans * 10_000 })
    }
    return found
  })
  const best = windows.sort((a, b) => a.cost - b.cost)[0]
  if (best) return { seats: best.seats, nextToEachOther: true }

  const apart = [...hall.seats.values()]
    .filter(isWanted)
    .sort(
      (a, b) => Number(b.isAccessible) - Number(a.isAccessible) || distance(hall, [a]) - distance(hall, [b]),
    )
    .slice(0, number)
  if (apart.length < number || apart.filter((seat) => seat.isAccessible).length < accessibleSeats) return null
  return { seats: apart, nextToEachOther: false }

  function isFreeAt(run: HallSeat[], index: number): boolean {
    const seat = run[index]
    return !!seat && isFree(seat.label)
  }
}

/** The mean distance of seats from the best place; seats with a restricted view count as further away. */
function distance({ focalPoint }: Hall, seats: HallSeat[]): number {
  const sum = seats.reduce(
    (total, { x, y, hasRestrictedView }) =>
      total + Math.hypot((x - focalPoint.x) * 1.5, y - focalPoint.y) + (hasRestrictedView ? 1000 : 0),
    0,
  )
  return sum / seats.length
}
