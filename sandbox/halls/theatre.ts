import { buildHall, labels, onArc, rowPitch, seatPitch, type Point, type RowOfSeats } from './hall.ts'

const categories = [
  { key: 'premium', label: 'Premium', color: '#8f52d3' },
  { key: 'band-a', label: 'Band A', color: '#2470c9' },
  { key: 'band-b', label: 'Band B', color: '#0b7f64' },
  { key: 'band-c', label: 'Band C', color: '#b35f0c' },
]

const bands: Record<string, string> = { P: 'premium', A: 'band-a', B: 'band-b', C: 'band-c' }

/** A row: its letter, the seats of each block from the left, and the band of each block. */
type RowSpec = [row: string, blocks: number[], bands: string]

const stalls: RowSpec[] = [
  ['A', [5, 10, 5], 'BAB'],
  ['B', [6, 10, 6], 'BAB'],
  ['C', [6, 11, 6], 'APA'],
  ['D', [7, 11, 7], 'APA'],
  ['E', [7, 12, 7], 'APA'],
  ['F', [7, 12, 7], 'APA'],
  ['G', [7, 12, 7], 'APA'],
  ['H', [7, 13, 7], 'APA'],
  ['J', [7, 13, 7], 'AAA'],
  ['K', [7, 13, 7], 'AAA'],
  ['L', [7, 14, 7], 'BAB'],
  ['M', [6, 14, 6], 'BBB'],
  ['N', [6, 14, 6], 'BBB'],
  ['P', [4, 12, 4], 'AAA'],
]

const circle: RowSpec[] = [
  ['A', [7, 9, 9, 7], 'APPA'],
  ['B', [7, 9, 9, 7], 'APPA'],
  ['C', [7, 10, 10, 7], 'AAAA'],
  ['D', [7, 10, 10, 7], 'BAAB'],
  ['E', [7, 10, 10, 7], 'BBBB'],
  ['F', [6, 10, 10, 6], 'CBBC'],
  ['G', [4, 10, 10, 4], 'CCCC'],
]

const centre: Point = { x: 0, y: -260 }
const aisle = 34

/** The rows of a level, on arcs around the stage. */
function level(section: string, firstRadius: number, specs: RowSpec[]): RowOfSeats[] {
  return specs.map(([row, counts, letters], index) => {
    const radius = firstRadius + index * rowPitch
    const widths = counts.map((count) => count * seatPitch)
    const whole = widths.reduce((sum, width) => sum + width + aisle, -aisle)
    let start = -whole / 2
    const blocks = counts.map((count, block) => {
      const width = widths[block] ?? 0
      const places = onArc(centre, radius, 0, count, start + width / 2)
      start += width + aisle
      return { category: bands[letters[block] ?? ''] ?? 'band-b', places }
    })
    return { section, row, blocks }
  })
}

/** Four boxes along each wall, with two rows of two: seats 3 and 4 are behind. */
function boxes(): RowOfSeats[] {
  return ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((row, index) => {
    const side = index < 4 ? -1 : 1
    const along = index % 4
    const x = side * (318 + along * 30)
    const y = -20 + along * 78
    const at = (right: number, back: number): Point => ({
      x: x + side * back * 26,
      y: y + right * seatPitch + back * 6,
    })
    return {
      section: 'Boxes',
      row,
      blocks: [
        { category: 'band-a', places: [at(0, 0), at(1, 0)] },
        { category: 'band-a', places: [at(0, 1), at(1, 1)] },
      ],
    }
  })
}

/** A theatre with stalls, circle and boxes. */
export const theatre = buildHall(
  {
    key: 'theatre',
    name: 'The Harbour Theatre',
    categories,
    stage: [
      { x: -170, y: -210 },
      { x: 170, y: -210 },
      { x: 205, y: -92 },
      { x: 110, y: -60 },
      { x: 0, y: -50 },
      { x: -110, y: -60 },
      { x: -205, y: -92 },
    ],
    focalPoint: { x: 0, y: 150 },
  },
  [...level('Stalls', 330, stalls), ...boxes(), ...level('Circle', 820, circle)],
  {
    accessible: labels('Stalls', 'P', [1, 4, 17, 20]),
    companion: labels('Stalls', 'P', [2, 3, 18, 19]),
    restricted: [
      ...labels('Stalls', 'A', [1, 20]),
      ...labels('Circle', 'A', [1, 2, 31, 32]),
      ...labels('Circle', 'D', [1, 34]),
      ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].flatMap((box) => labels('Boxes', box, [3, 4])),
    ],
    restrictedCategory: 'band-c',
  },
)
