import * as z from 'zod/mini'
import { entity, id, isRecord, list, money, optionalObject, text } from './wire.ts'

/**
 * A ticket type and its price (pence) on the seat plan [ENTI-43]. `category` is the plan's category key it is
 * for, '' when it is for all.
 */
export const seatPriceSchema = entity('seat_price', {
  strict: { ticketType: id, price: money, category: id },
  shown: { label: text },
})

/**
 * Prices by ticket type: a list, a map from ticket type to price or entry, or a list by category that holds
 * `ticketTypes` [ENTI-38, OPEN-92].
 */
const pricing = z.pipe(z.transform(flatPrices), list(seatPriceSchema))

/** The event of a date as the seat plan's provider knows it [ENTI-38, ENTI-40]. */
export const seatedEventSchema = entity('seated_event', {
  strict: { id, provider_identifier: text },
  shown: { title: text },
})

/** A date of an event with its prices [ENTI-38]. */
export const eventDateSchema = z.object({ id, event: optionalObject(seatedEventSchema), pricing })

/** Reply of the event date look-up: the date, and its event once more [CALL-41]. */
export const eventDateReplySchema = z.object({
  event_date: eventDateSchema,
  event: optionalObject(seatedEventSchema),
})
export type EventDateReply = z.output<typeof eventDateReplySchema>

/** Who draws the plan, and how to reach it [ENTI-39]. */
export const seatingPlanProviderSchema = z.object({ provider: text, public_key: text, region: text })

/** Reply of the seating plan look-up [CALL-42, ENTI-39, ENTI-40]. */
export const seatingPlanSchema = z.object({
  seating_plan_layout: z.object({ seating_plan_provider: seatingPlanProviderSchema }),
  seating_plan_event: optionalObject(seatedEventSchema),
})
export type SeatingPlan = z.output<typeof seatingPlanSchema>

/** A seat the visitor picked on the chart: the chart's object and the ticket type chosen for it [ENTI-41]. */
export const selectedSeatSchema = z.object({ id, ticketType: id })

/** What the chart says about a seat: `parent` is the row, `own` the number [ENTI-42]. */
export const seatDataSchema = z.object({
  labels: z.object({ section: text, parent: text, own: text }),
  category: z.object({ color: text }),
})

/** A seat of the basket post payload; the token proves who holds it. */
export type HeldSeat = { section: string; row: string; number: string; hold_token: string }

/** One ticket type of the basket post payload; `ticket` reads "eventId|eventDateId|ticketType|0". */
export type BasketPostEntry = {
  ticket: string
  vz_id: null
  has_offer: false
  qty: number
  seats: HeldSeat[]
}

/** Seats for the basket as they are sent, by ticket type [CALL-40]. */
export type BasketPost = { parent_event_id: null; ticket: Record<string, BasketPostEntry> }

function flatPrices(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(ticketTypesOf)
  if (!isRecord(value)) return value
  if ('prices' in value) return flatPrices(value.prices)
  return Object.entries(value).map(([ticketType, price]) =>
    isRecord(price) ? { ticketType, ...price } : { ticketType, label: ticketType, price },
  )
}

function ticketTypesOf(entry: unknown) {
  if (!isRecord(entry) || !Array.isArray(entry.ticketTypes)) return [entry]
  return entry.ticketTypes.map((one: unknown) => (isRecord(one) ? { category: entry.category, ...one } : one))
}
