import type { TicketGroup } from '#src/checkout/rules/order-groups.ts'
import { seatWords } from '#src/checkout/rules/seat-words.ts'

/** The seats of an event date, with what a buyer must know of them. */
export function SeatList({ lines }: { lines: TicketGroup }) {
  const seats = lines.flatMap((line) => line.seats)
  const restricted = lines.flatMap((line) => line.restricted_seats)
  return seats.length > 0 && <>. {seatWords(seats, restricted)}</>
}
