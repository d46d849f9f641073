import type { PlanSeat, Point } from './plan.ts'

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns the seat next to one in the direction of an arrow key, or null; null also for other keys. */
export function neighbourOf(seats: PlanSeat[], from: PlanSeat, key: string): PlanSeat | null {
  const direction = directions[key]
  if (!direction) return null
  let best: PlanSeat | null = null
  let least = Infinity
  for (const seat of seats) {
    const [dx, dy] = [seat.x - from.x, seat.y - from.y]
    const along = dx * direction.x + dy * direction.y
    const across = Math.abs(dx * direction.y - dy * direction.x)
    if (along < 4 || across > along * 2) continue
    const isOtherRow = seat.section !== from.section || seat.row !== from.row
    // Sideways along the row, although rows are bent.
    const cost = along + across * 2 + (direction.x !== 0 && isOtherRow ? 1000 : 0)
    if (cost < least) [best, least] = [seat, cost]
  }
  return best
}
