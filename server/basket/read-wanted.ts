import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readId, readInteger, readMoney } from '#server/http/input.ts'
import { readRequest } from '#server/http/read-request.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import { basketPostRequest } from '#src/seats/requests.ts'
import { seatName } from '#src/seats/rules/seats.ts'

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

/** Reads the form that adds tickets to the basket, or gift vouchers from their page [CALL-40]. Throws `HttpError` 422. */
export function readWanted(form: Form): Wanted {
  const tickets = Object.values(readRequest(form, basketPostRequest).ticket).flatMap((entry) => {
    const { ticket, qty } = entry
    const seats = entry.seats.map(({ hold_token: token, ...seat }) => ({ ...seat, token }))
    if (qty > maxPerLine || seats.length > maxPerLine)
      throw new HttpError(
        422,
        `You can add at most ${maxPerLine} ${seats.length ? 'seats' : 'tickets'} at once. Please choose fewer`,
      )
    if (seats.length > 0 && seats.length !== qty)
      throw new HttpError(
        422,
        'The number of tickets is not the number of seats. Please choose your seats again',
      )
    return qty ? [{ ...readTicketKey(ticket), qty, seats }] : []
  })
  const vouchers = form.gift_voucher_id
    ? [
        {
          productId: readId(form, 'gift_voucher_id'),
          value: readMoney(form, voucherValueField(form)),
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

/** The field with the value of a gift voucher: of those offered, or any other that was typed beside them. */
export const voucherValueField = (form: Form) => (form.value === otherValue ? 'other_value' : 'value')

/** What the page of the gift vouchers sends as the value if another one was typed. */
export const otherValue = 'other'

function readTicketKey(text: string): Omit<WantedTicket, 'qty' | 'seats'> {
  const [eventId = '', dateId = '', key = '', zero, ...rest] = text.split('|')
  if (!eventId || !dateId || !key || zero !== '0' || rest.length) throw noSuchTicket()
  return { eventId, dateId, key }
}

/** The reply to tickets that cannot be bought. */
export const noSuchTicket = () => new HttpError(422, 'These tickets are not on sale')
