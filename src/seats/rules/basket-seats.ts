import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { placeOf } from '#src/checkout/rules/seat-words.ts'
import { seatName, seatNotes, type ChosenSeat } from './seats.ts'

/** Returns the lines of a date, or of one that they do not name; none of a paid order, which is no basket. */
export function linesOfDate(checkout: Checkout | undefined, eventDateId: string): TicketLine[] {
  if (!checkout || checkout.payment_complete) return []
  return checkout.tickets.filter(({ date_id }) => ['', eventDateId].includes(date_id))
}

/**
 * Returns the seats that the basket has and the shop holds for it: those of lines of a date. Lines that name none may be of any: they
 * only tell whether a chosen seat is in the basket (`withBasketSeats`).
 */
export function basketSeats(checkout: Checkout | undefined, eventDateId: string): ChosenSeat[] {
  const canBeRemoved = checkout?.can_remove_seats === true
  return linesOfDate(checkout, eventDateId)
    .filter(({ date_id }) => date_id === eventDateId)
    .flatMap((line) => heldSeats(line).map((label) => seatOf(line, label, canBeRemoved)))
}

/** Returns the names of the seats that are, or may be, in the basket for a date. */
export const namesInBasket = (checkout: Checkout | undefined, eventDateId: string): string[] =>
  linesOfDate(checkout, eventDateId).flatMap((line) =>
    heldSeats(line).map((label) => seatName(placeOf(label))),
  )

/** Joins the seats that the seating plan shows as chosen with those in the basket, of which it may not tell. */
export function withBasketSeats(
  seats: ChosenSeat[],
  checkout: Checkout | undefined,
  eventDateId: string,
): ChosenSeat[] {
  const inBasket = basketSeats(checkout, eventDateId)
  const names = namesInBasket(checkout, eventDateId)
  const named = (seat: ChosenSeat, among: ChosenSeat[]) =>
    among.find((one) => seatName(one) === seatName(seat))
  return [
    ...inBasket.filter((seat) => !named(seat, seats)),
    ...seats.map((seat) => ({
      ...seat,
      isInBasket: names.includes(seatName(seat)),
      canBeRemoved: named(seat, inBasket)?.canBeRemoved ?? false,
    })),
  ]
}

/** Returns the checkout without a seat, as it is once the shop has removed it. */
export function withoutSeat(checkout: Checkout, ticketId: string, label: string): Checkout {
  const tickets = checkout.tickets.flatMap((line) => {
    if (line.ticket_id !== ticketId || !line.seats.includes(label)) return [line]
    const seats = line.seats.filter((one) => one !== label)
    return seats.length > 0 ? [{ ...line, seats, qty: seats.length }] : []
  })
  return { ...checkout, tickets }
}

const heldSeats = (line: TicketLine) => line.seats.filter((label) => !line.lapsed_seats.includes(label))

const seatOf = (line: TicketLine, label: string, canBeRemoved: boolean): ChosenSeat => ({
  ...placeOf(label),
  label,
  category: '',
  notes: seatNotes({ restrictedView: line.restricted_seats.includes(label) }),
  ticketType: line.ticket_id,
  ticketName: line.ticket_name,
  price: line.price,
  bookingFee: line.booking_fee,
  isInBasket: true,
  canBeRemoved,
})
