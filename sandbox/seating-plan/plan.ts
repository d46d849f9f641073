/** A point or a distance in the units of the hall. */
export interface Point {
  x: number
  y: number
}

export interface PlanCategory {
  key: string
  label: string
  color: string
}

/** A seat as the hall has it, without its status. */
export interface PlanSeat extends Point {
  label: string
  section: string
  row: string
  number: string
  category: PlanCategory
  isAccessible: boolean
  isCompanion: boolean
  hasRestrictedView: boolean
  /** The seats that stand side by side with this one, from left to right, and its place among them. */
  run: PlanSeat[]
  index: number
}

export interface Plan {
  categories: PlanCategory[]
  stage: Point[]
  runs: PlanSeat[][]
  seats: PlanSeat[]
  byLabel: Map<string, PlanSeat>
}

type WireSeat = [number: string, x: number, y: number, category: number, flags: number]

export interface WirePlan {
  categories: PlanCategory[]
  stage: Point[]
  runs: { section: string; row: string; seats: WireSeat[] }[]
}

/** Distance between the seats of a row. */
export const seatPitch = 24

export function readPlan({ categories, stage, runs }: WirePlan): Plan {
  const read = runs.map(({ section, row, seats }) => {
    const run: PlanSeat[] = []
    for (const [number, x, y, category, flags] of seats)
      run.push({
        label: `${section}-${row}-${number}`,
        section,
        row,
        number,
        x,
        y,
        category: categories[category] ?? { key: '', label: '', color: '#808080' },
        isAccessible: (flags & 1) > 0,
        isCompanion: (flags & 2) > 0,
        hasRestrictedView: (flags & 4) > 0,
        run,
        index: run.length,
      })
    return run
  })
  const seats = read.flat()
  return {
    categories,
    stage,
    runs: read,
    seats,
    byLabel: new Map(seats.map((seat) => [seat.label, seat])),
  }
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export function boxOf(points: Point[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

/** A section: its rows, each with all of its seats, and the outlines of its floor around them. */
export interface Section {
  label: string
  seats: PlanSeat[]
  rows: PlanSeat[][]
  outlines: Point[][]
}

/** The sections of a hall; one whose rows are short, such as boxes, has an outline for each row. */
export function sectionsOf(plan: Plan): Section[] {
  return [...Map.groupBy(plan.seats, ({ section }) => section)].map(([label, seats]) => {
    const rows = [...Map.groupBy(seats, ({ row }) => row).values()]
    const isOfBoxes = seats.length / rows.length <= 4
    return {
      label,
      seats,
      rows,
      outlines: isOfBoxes ? rows.map((row) => cornersOf([row])) : [cornersOf(rows)],
    }
  })
}

/** The corners of rows: along the first, down the right ends, back along the last, up the left ends. */
function cornersOf(rows: PlanSeat[][]): Point[] {
  const ends = rows.slice(1, -1)
  return [
    ...(rows[0] ?? []),
    ...ends.flatMap((row) => row.at(-1) ?? []),
    ...(rows.length > 1 ? [...(rows.at(-1) ?? [])].reverse() : []),
    ...ends.reverse().flatMap((row) => row[0] ?? []),
  ]
}
