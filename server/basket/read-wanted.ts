import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readId, readInteger, readMoney, readPart, readRequiredText, readText } from '#server/http/input.ts'
import { seatName } from '#src/seats/rules/seats.ts'

import { maxPerLine } from './line-limits.ts'

export interface WantedTicket {
  eventId: string
  dateId: string
  key: string
  qty: number
  /** The chosen seats, as many as `qty`; none on a date without a seating plan. */
  seats: WantedSeat[]
}

/** A seat that the buyer's seating plan holds under a token [SEAT-33]. */
export interface WantedSeat {
  section: string
  row: string
  number: string
  token: string
}

export interface WantedVoucher {
  productId: string
  value: number
  qty: number
}

export interface Wanted {
  tickets: WantedTicket[]
  vouchers: WantedVoucher[]
}

/** Reads the form that adds to the basket [CALL-40]. Throws `HttpError` 422. */
export function readWanted(form: Form): Wanted {
  const tickets = Object.values(readPart(form, 'ticket')).flatMap((entry) => {
    if (typeof entry === 'string') throw new HttpError(422, 'The field ticket is not valid')
    const seats = readSeats(entry)
    const qty = readInteger(entry, 'qty', { min: 0, max: maxPerLine })
    if (seats.length > 0 && seats.length !== qty)
      throw new HttpError(
        422,
        'The number of tickets is not the number of seats. Please choose your seats again',
      )
    return qty ? [{ ...readTicketKey(readText(entry, 'ticket', 400)), qty, seats }] : []
  })
  const vouchers = form.gift_voucher_id
    ? [
        {
          productId: readId(form, 'gift_voucher_id'),
          value: readMoney(form, 'value'),
          qty: readInteger(form, 'qty', { min: 1, max: maxPerLine }),
        },
      ]
    : []
  if (tickets.length + vouchers.length === 0)
    throw new HttpError(422, 'Choose how many tickets you would like')
  const chosen = tickets.flatMap(({ dateId, seats }) => seats.map((seat) => `${dateId} ${seatName(seat)}`))
  if (new Set(chosen).size < chosen.length)
    throw new HttpError(422, 'A seat was chosen twice. Please choose your seats again')
  return { tickets, vouchers }
}

function readSeats(entry: Form): WantedSeat[] {
  const seats = Object.values(readPart(entry, 'seats')).map((seat) => {
    if (typeof seat === 'string') throw new HttpError(422, 'The field seats is not valid')
    return {
      section: readText(seat, 'section', 100),
      row: readText(seat, 'row', 100),
      number: readRequiredText(seat, 'number', 100),
      token: readRequiredText(seat, 'hold_token', 200),
    }
  })
  if (seats.length > maxPerLine)
    throw new HttpError(422, `You can add at most ${maxPerLine} seats at once. Please choose fewer`)
  return seats
}

function readTicketKey(text: string): Omit<WantedTicket, 'qty' | 'seats'> {
  const [eventId = '', dateId = '', key = '', zero, ...rest] = text.split('|')
  if (!eventId || !dateId || !key || zero !== '0' || rest.length) throw noSuchTicket()
  return { eventId, dateId, key }
}

/** The reply to tickets that cannot be bought. */
export const noSuchTicket = () => new HttpError(422, 'These tickets are not on sale')
