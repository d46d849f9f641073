import type { Box } from './boxes.ts'
import { drawPart, type Part } from './draw.ts'
import { boxesIn, layOut, lineHeight, narrow, type PlacedBox } from './layout.ts'

/** A drawing on one page of A3, in columns that are read from the left to the right. */
export interface Sheet {
  /** Whether the page lies on its long side. */
  isWide: boolean
  columns: string[]
}

/** What is left of A3 for a drawing, in millimetres: without the margins (page.css), and the title and description of the chart. */
const upright = { width: 281, height: 376, isWide: false }
const wide = { width: 404, height: 255, isWide: true }

/** Letters of 13 pixels must not become smaller than 7 points. */
const readable = 7 / 9.75
/** Between two columns, in pixels. */
const gap = 12
const mostColumns = 6

/**
 * Draws a chart anew for paper, without pictures, if it cannot be read there as it is on the screen; null if it can. Its boxes stand one
 * below the other, in as many columns as make the letters largest, and the page is turned if that helps.
 */
export async function sheetOf(box: Box, onScreen: PlacedBox): Promise<Sheet | null> {
  if (scaleOf([onScreen], upright) >= readable) return null
  const layout = await layOut(withoutPictures(box), narrow)
  const fits = Array.from({ length: mostColumns }, (_, index) => columnsOf(layout, index + 1)).flatMap(
    (columns) => [upright, wide].map((page) => ({ page, columns, scale: scaleOf(columns, page) })),
  )
  const { page, columns, scale } = fits.reduce((best, one) => (one.scale > best.scale ? one : best))
  return { isWide: page.isWide, columns: columns.map((part) => drawPart(layout, part, scale)) }
}

const withoutPictures = (box: Box): Box => ({
  ...box,
  hasPicture: false,
  inner: box.inner.map(withoutPictures),
})

/** How large columns can be on a page: 1 is as on the screen, and no larger. */
function scaleOf(columns: readonly Pick<Part, 'width' | 'height'>[], page: typeof upright): number {
  const [across, down] = [page.width, page.height].map((side) => (side / 25.4) * 96) as [number, number]
  const width = columns.reduce((sum, column) => sum + column.width, (columns.length - 1) * gap)
  return Math.min(1, across / width, down / Math.max(...columns.map(({ height }) => height)))
}

/** Cuts a drawing between its boxes into columns, at most so many, and the highest of them as low as can be. */
function columnsOf(layout: PlacedBox, most: number): Part[] {
  const cuts = cutsIn(layout)
  const top = topOf(layout)
  for (let height = (layout.height - top) / most; ; height += lineHeight / 2) {
    const ends = endsOf(cuts, top, height)
    if (ends && ends.length <= most)
      return ends.map((end, index) => partOf(layout, ends[index - 1] ?? top, end))
  }
}

/** Where a drawing begins: the title of the chart stands over it on the page. */
const topOf = ({ rows, inner }: PlacedBox) =>
  rows.length > 0 ? 0 : Math.min(...inner.map(({ y }) => y)) - 11

/** Where the columns of at most this height end; null if some box is higher. */
function endsOf(cuts: readonly number[], top: number, height: number): number[] | null {
  const ends: number[] = []
  for (let from = top; from < cuts.at(-1)!; from = ends.at(-1)!) {
    const end = cuts.findLast((cut) => cut > from && cut - from <= height)
    if (end === undefined) return null
    ends.push(end)
  }
  return ends
}

/** The heights at which no text is cut: beside the borders of boxes. The last is the end. */
function cutsIn(layout: PlacedBox): number[] {
  const all = boxesIn(layout)
  const texts = all.flatMap(({ y, height, inner, arrows }) => [
    { top: y, bottom: inner.length > 0 ? Math.min(...inner.map((one) => one.y)) - 8 : y + height },
    ...arrows.flatMap(({ label }) =>
      label ? [{ top: label.y, bottom: label.y + label.lines.length * lineHeight }] : [],
    ),
  ])
  const between = all
    .flatMap(({ y, height }) => [y - 11, y + height + 6])
    .filter(
      (cut) =>
        cut > topOf(layout) &&
        cut < layout.height &&
        !texts.some(({ top, bottom }) => cut > top && cut < bottom),
    )
  return [...between.sort((one, other) => one - other), layout.height + 1]
}

/** The part of a drawing between two heights, as wide as what is in it. */
function partOf(layout: PlacedBox, from: number, to: number): Part {
  const isIn = (...ys: number[]) => Math.min(...ys) < to && Math.max(...ys) > from
  const all = boxesIn(layout)
  const xs = [
    ...all.flatMap((one) => {
      if (!isIn(one.y, one.y + one.height)) return []
      if (one !== layout) return [one.x, one.x + one.width]
      // Nothing is drawn of the outermost box but its texts
      return one.rows.length > 0 && from === 0 ? [one.x] : []
    }),
    ...all
      .flatMap(({ arrows }) => arrows)
      .flatMap(({ points, label }) => [
        ...points.slice(1).flatMap((end, index) => {
          const start = points[index] ?? end
          return isIn(start.y, end.y) ? [start.x - 4, start.x + 4, end.x - 4, end.x + 4] : []
        }),
        ...(label && isIn(label.y, label.y + lineHeight) ? [label.x, label.x + labelWidth(label.lines)] : []),
      ]),
  ]
  const [left, right] = [Math.min(...xs) - 2, Math.max(...xs) + 2]
  return { x: left, y: from, width: right - left, height: to - from }
}

/** Letters of labels are bold. */
const labelWidth = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length)) * 8
