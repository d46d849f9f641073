import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { placeOf } from '#src/checkout/rules/seat-words.ts'
import { seatName, seatNotes, type ChosenSeat } from './seats.ts'

/** Returns the lines of a date, or of one that they do not name; none of a paid order, which is no basket. */
export function linesOfDate(checkout: Checkout | undefined, eventDateId: string): TicketLine[] {
  if (!checkout || checkout.payment_complete) return []
  return checkout.tickets.filter(({ date_id }) => ['', eventDateId].includes(date_id))
}

/** Returns the seats of a date that the basket has and the shop holds for it. */
export function basketSeats(checkout: Checkout | undefined, eventDateId: string): ChosenSeat[] {
  return linesOfDate(checkout, eventDateId).flatMap((line) =>
    line.seats
      .filter((label) => !line.lapsed_seats.includes(label))
      .map((label) => ({
        ...placeOf(label),
        label,
        category: '',
        notes: seatNotes({ restrictedView: line.restricted_seats.includes(label) }),
        ticketType: line.ticket_id,
        ticketName: line.ticket_name,
        price: line.price,
        bookingFee: line.booking_fee,
        isInBasket: true,
        canBeRemoved: checkout?.can_remove_seats === true,
      })),
  )
}

/** Joins the seats that the seating plan shows as chosen with those in the basket, of which it may not tell. */
export function withBasketSeats(seats: ChosenSeat[], inBasket: ChosenSeat[]): ChosenSeat[] {
  const named = (seat: ChosenSeat, among: ChosenSeat[]) =>
    among.find((one) => seatName(one) === seatName(seat))
  return [
    ...inBasket.filter((seat) => !named(seat, seats)),
    ...seats.map((seat) => {
      const kept = named(seat, inBasket)
      return { ...seat, isInBasket: !!kept, canBeRemoved: kept?.canBeRemoved ?? false }
    }),
  ]
}
