import type { SeatKey } from '#server/basket/line-seats.ts'

/** Whether a seat is one of the given ones. */
export function includesSeat(seat: SeatKey, seats: SeatKey[]): boolean {
  return seats.some((one) => one.event_date_id === seat.event_date_id && one.label === seat.label)
}
