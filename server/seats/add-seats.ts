import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import type { SeatState } from '#server/providers/seating-provider.ts'
import { readHeldSeats } from './claims.ts'
import { includesSeat } from './sale-seats.ts'
import { dropSeats, type SeatKey } from '#server/basket/line-seats.ts'
import { callProvider, seatingProvider, type SeatsContext } from './seats-env.ts'
import { takeSeats } from './take-seats.ts'
import { labelsInWords, seatsInWords } from '#src/checkout/rules/seat-words.ts'
import { seatName } from '#src/seats/rules/seats.ts'

import { findTicket, type Added, type NewSeat } from '#server/basket/add-lines.ts'
import { endChange } from '#server/basket/change-basket.ts'
import type { WantedSeat, WantedTicket } from '#server/basket/read-wanted.ts'
import { lockSale } from '#server/basket/sale.ts'

interface AddContext extends SeatsContext {
  session: Session
}

/**
 * Checks chosen seats before anything is changed: they exist, belong to the category of their ticket type, and the buyer's
 * seating plan holds them. Throws `HttpError`; with `expired_token` if the session there has expired, so that the page starts
 * anew.
 */
export async function checkSeats(context: AddContext, tickets: WantedTicket[]): Promise<NewSeat[]> {
  const checked: NewSeat[] = []
  for (const ticket of tickets)
    if (ticket.seats.length > 0) checked.push(...(await checkTicket(context, ticket)))
  await assertOwnTokens(context, checked)
  return checked
}

async function checkTicket(context: AddContext, ticket: WantedTicket): Promise<NewSeat[]> {
  const type = await findTicket(context.db, ticket)
  const labels = ticket.seats.map(seatName)
  const provider = seatingProvider(context)
  const found = await callProvider(() => provider.find(type.provider_identifier, labels))
  const own = await readOwnClaims(context, ticket.dateId)
  const taken: SeatState[] = []
  for (const seat of ticket.seats) {
    const name = seatName(seat)
    const state = found.get(name)
    if (!state || !isSame(state, seat)) throw new HttpError(422, `${seatsInWords([seat])} does not exist`)
    if (type.seat_category && state.category !== type.seat_category)
      throw new HttpError(422, `${type.name} is not offered for ${seatsInWords([seat])}`)
    const isHeld = state.status === 'held' && [seat.token, own.get(name)].includes(state.token ?? '')
    if (!isHeld) taken.push(state)
  }
  if (taken.length > 0) {
    const tokens = new Set(ticket.seats.map(({ token }) => token))
    for (const token of tokens)
      if (!(await callProvider(() => provider.isTokenAlive(token)))) throw expiredToken()
    throw new HttpError(409, whyTaken(taken))
  }
  return ticket.seats.map(({ section, row, number, token }) => ({
    event_date_id: ticket.dateId,
    label: seatName({ section, row, number }),
    ticket_type_id: type.id,
    section,
    row_name: row,
    number,
    chart_token: token,
    restricted_view: found.get(seatName({ section, row, number }))?.restricted_view ?? false,
  }))
}

/**
 * Takes added seats over from the seating plan. If that fails, the basket is as it was before, and the plan keeps what it
 * holds.
 * Throws `HttpError` 409 or 503.
 */
export async function takeAddedSeats(context: AddContext, added: Added, seats: SeatKey[]): Promise<void> {
  const undo = () =>
    inTransaction(context.db, async (trx) => {
      await lockSale(trx, added.saleId)
      // Another request of the buyer may have taken the same seats meanwhile.
      const taken = await readHeldSeats(trx, added.saleId)
      await dropSeats(
        trx,
        added.saleId,
        added.seats.filter((seat) => !includesSeat(seat, taken)),
      )
      await endChange(trx, added.saleId)
    })
  try {
    const lost = await callProvider(() => takeSeats(context, added.saleId, seats))
    if (lost.length > 0) throw new HttpError(409, lostMessage(lost))
  } catch (error) {
    await undo()
    throw error
  }
}

/** A token belongs to the browser that has used it first: who learns it gets no seats by it. */
async function assertOwnTokens({ db, session }: AddContext, seats: NewSeat[]): Promise<void> {
  const tokens = [...new Set(seats.map(({ chart_token }) => chart_token))]
  if (tokens.length === 0) return
  const foreign = await db
    .selectFrom('sale_seats')
    .innerJoin('sales', 'sales.id', 'sale_seats.sale_id')
    .select('sale_seats.label')
    .where('chart_token', 'in', tokens)
    .where(({ or, eb }) => or([eb('sales.session_id', 'is', null), eb('sales.session_id', '<>', session.id)]))
    .$if(session.saleId !== null, (query) => query.where('sales.id', '<>', session.saleId ?? ''))
    .executeTakeFirst()
  if (foreign)
    throw new HttpError(409, 'These seats were chosen in another browser. Please choose your seats here')
}

/** Reads the tokens under which the shop holds seats of a date for the session's sale, by label. */
async function readOwnClaims({ db, session }: AddContext, dateId: string): Promise<Map<string, string>> {
  const claims = await db
    .selectFrom('seat_claims')
    // A simultaneous request of the session may have opened its sale.
    .innerJoin('sessions', 'sessions.sale_id', 'seat_claims.sale_id')
    .select(['label', 'token'])
    .where('sessions.id', '=', session.id)
    .where('event_date_id', '=', dateId)
    .execute()
  return new Map(claims.map(({ label, token }) => [label, token]))
}

function isSame(state: SeatState, seat: WantedSeat): boolean {
  return state.section === seat.section && state.row === seat.row && state.number === seat.number
}

const expiredToken = () =>
  new HttpError(409, 'The time to choose your seats is over. Please choose them again', {
    expired_token: true,
  })

function whyTaken(taken: SeatState[]): string {
  const booked = taken.filter(({ status }) => status === 'booked')
  if (booked.length > 0) return `Sorry, ${listed(booked)} already sold. Please choose again`
  const held = taken.filter(({ status }) => status === 'held')
  if (held.length > 0) return lostMessage(held)
  return `Sorry, ${listed(taken)} not held for you any more. Please choose again`
}

function lostMessage(seats: Labelled[]): string {
  return `Sorry, somebody else has just taken ${labelsInWords(labelsOf(seats))}. Please choose again`
}

/** "Stalls, row C, seat 8 is" */
function listed(seats: Labelled[]): string {
  return `${labelsInWords(labelsOf(seats))} ${seats.length === 1 ? 'is' : 'are'}`
}

type Labelled = Pick<SeatKey, 'label'>

const labelsOf = (seats: Labelled[]) => seats.map(({ label }) => label)
