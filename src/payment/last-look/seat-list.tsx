import type { TicketGroup } from '#src/checkout/rules/order-groups.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

/** The seats of an event date, with what a buyer must know of them. */
export function SeatList({ lines }: { lines: TicketGroup }) {
  const restricted = lines.flatMap((line) =>
    line.restricted_seats.filter((seat) => line.seats.includes(seat)),
  )
  const others = lines.flatMap(({ seats }) => seats).filter((seat) => !restricted.includes(seat))
  const words = [
    labelsInWords(others),
    restricted.length > 0 && `${labelsInWords(restricted)} (restricted view)`,
  ].filter(Boolean)
  return words.length > 0 && <>. {words.join('; ')}</>
}
