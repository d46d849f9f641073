import type { TicketGroup } from '#src/checkout/rules/order-groups.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

/** The seats of an event date, and then which of them have a restricted view. */
export function SeatList({ lines }: { lines: TicketGroup }) {
  const seats = lines.flatMap((line) => line.seats)
  const restricted = lines.flatMap((line) =>
    line.seats.filter((seat) => line.restricted_seats.includes(seat)),
  )
  return (
    seats.length > 0 && (
      <>
        . {labelsInWords(seats)}
        {restricted.length > 0 && `. Restricted view: ${labelsInWords(restricted)}.`}
      </>
    )
  )
}
