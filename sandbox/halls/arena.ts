import { buildHall, onArc, rowLetters, rowPitch, seatPitch, type Point, type RowOfSeats } from './hall.ts'

const categories = [
  { key: 'floor', label: 'Floor', color: '#8f52d3' },
  { key: 'lower', label: 'Lower tier', color: '#2470c9' },
  { key: 'side', label: 'Lower tier, side', color: '#0b7f64' },
  { key: 'upper', label: 'Upper tier', color: '#b35f0c' },
]

const centre: Point = { x: 0, y: 300 }
const gangway = 40

/** Straight rows on the floor, `rows` deep. */
function floorBlock(section: string, left: number, top: number, rows: number, count: number): RowOfSeats[] {
  return rowLetters.slice(0, rows).map((row, index) => ({
    section,
    row,
    blocks: [
      {
        category: 'floor',
        places: Array.from({ length: count }, (_, seat) => ({
          x: left + seat * seatPitch,
          y: top + index * rowPitch,
        })),
      },
    ],
  }))
}

/** A tier of wedges around the floor, open towards the stage; each row of a wedge is as long as fits. */
function tier(
  first: number,
  wedges: number,
  firstRadius: number,
  rows: number,
  category: (wedge: number) => string,
): RowOfSeats[] {
  const open = 1.05
  const width = (2 * Math.PI - 2 * open) / wedges
  return Array.from({ length: wedges }, (_, wedge) =>
    rowLetters.slice(0, rows).map((row, index) => {
      const radius = firstRadius + index * rowPitch
      const count = Math.floor((width * radius - gangway) / seatPitch)
      const middle = -Math.PI + open + width * (wedge + 0.5)
      return {
        section: String(first + wedge),
        row,
        blocks: [{ category: category(wedge), places: onArc(centre, radius, middle, count) }],
      }
    }),
  ).flat()
}

const floor = [0, 1, 2, 3, 4, 5].flatMap((block) => {
  const [column, line] = [block % 3, Math.floor(block / 3)]
  return floorBlock(`Floor ${block + 1}`, -470 + column * 328, 20 + line * 320, 8, 12)
})

const isSide = (wedge: number) => wedge < 2 || wedge > 5

/** An arena with a floor and two tiers, of about 2,000 seats. */
export const arena = buildHall(
  {
    key: 'arena',
    name: 'The Drill Hall Arena',
    categories,
    stage: [
      { x: -300, y: -230 },
      { x: 300, y: -230 },
      { x: 300, y: -80 },
      { x: -300, y: -80 },
    ],
    focalPoint: { x: 0, y: 80 },
  },
  [
    ...floor,
    ...tier(101, 8, 590, 8, (wedge) => (isSide(wedge) ? 'side' : 'lower')),
    ...tier(201, 8, 880, 4, () => 'upper'),
  ],
  {
    accessible: ['103-H-1', '106-H-1'],
    companion: ['103-H-2', '106-H-2'],
    restricted: ['101-A-1', '108-A-1'],
  },
)
