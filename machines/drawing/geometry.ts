import type { ElkPoint } from 'elkjs'

/** A length to a tenth of a pixel, which is as exact as a drawing needs. */
export const round = (value: number) => Math.round(value * 10) / 10

/** The head of an arrow, as a triangle at the end of its line. */
export function headOf(points: readonly ElkPoint[]): string {
  const [before, end] = points.slice(-2)
  if (!before || !end) return ''
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length]
  const corner = (along: number, across: number) =>
    `${round(end.x - along * dx - across * dy)} ${round(end.y - along * dy + across * dx)}`
  return `<path class="head" d="M${corner(0, 0)}L${corner(9, 4.5)}L${corner(9, -4.5)}Z"/>`
}
