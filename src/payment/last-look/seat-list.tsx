import type { TicketGroup } from '#src/checkout/rules/order-groups.ts'

/** The seats of an event date, with what a buyer must know of them. */
export function SeatList({ lines }: { lines: TicketGroup }) {
  const seats = lines.flatMap((line) =>
    line.seats.map((seat) => (line.restricted_seats.includes(seat) ? `${seat} (restricted view)` : seat)),
  )
  return seats.length > 0 && <>. {seats.join(', ')}</>
}
