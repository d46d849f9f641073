import * as z from 'zod/mini'
import { entity, fields, flag, id, isRecord, list, money, optionalObject, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/**
 * The price of a ticket type in pence [ENTI-43]. `category` is the key of the seating plan's category it applies to, ''
 * for all categories. `booking_fee` is what comes on top of the price; it is not documented.
 */
export const seatPriceSchema = entity('seat_price', {
  strict: { ticketType: id, price: money, booking_fee: money, category: id },
  shown: { label: text },
})
export type SeatPrice = z.output<typeof seatPriceSchema>

/**
 * Prices by ticket type, from a list of prices, a map from ticket type to price, or a list of categories with
 * `ticketTypes` [OPEN-92].
 */
const pricing = z.pipe(z.transform(flatPrices), list(seatPriceSchema))

onTheWire(seatPriceSchema, () => ({
  added: {
    booking_fee: 'What comes on top of the price.',
    category: 'The key of the seating plan\'s category that the price is for; "" for all.',
  },
}))
onTheWire(pricing, () => ({
  documented: (own) =>
    anyOf(own, {
      type: 'array',
      items: {
        type: 'object',
        properties: { category: { type: 'string' }, ticketTypes: own },
        required: ['category', 'ticketTypes'],
      },
      description: 'By category of the seating plan.',
    }),
  accepted: (own) =>
    anyOf(own, {
      type: ['object', 'array', 'null'],
      description: 'Also a map from ticket type to price, or categories with `ticketTypes`.',
    }),
}))

/** An event with its id at the seating plan's provider [ENTI-38, ENTI-40]. */
export const seatedEventSchema = entity('seated_event', {
  strict: { id, provider_identifier: text },
  shown: { title: text, venue_name: text },
})

onTheWire(seatedEventSchema, () => ({
  added: { title: 'The name of the event.', venue_name: 'The name of the venue.' },
}))

/** A date of an event with its seat prices [ENTI-38]; `nice_date` and the venue's name are not documented. */
export const eventDateSchema = entity('event_date', {
  strict: { id, event: optionalObject(seatedEventSchema), pricing },
  shown: { nice_date: text },
})

onTheWire(eventDateSchema, () => ({ added: { nice_date: 'When it takes place, in words.' } }))

/** Reply of the event date call; `event` repeats the event of the date [CALL-41]. */
export const eventDateReplySchema = z.object({
  event_date: eventDateSchema,
  event: optionalObject(seatedEventSchema),
})
export type EventDateReply = z.output<typeof eventDateReplySchema>

/** The provider of a seating plan, with its public key and region [ENTI-39]. */
export const seatingPlanProviderSchema = z.object({ provider: text, public_key: text, region: text })

/** Reply of the seating plan call [CALL-42, ENTI-39, ENTI-40]. */
export const seatingPlanSchema = z.object({
  seating_plan_layout: z.object({ seating_plan_provider: seatingPlanProviderSchema }),
  seating_plan_event: optionalObject(seatedEventSchema),
})
export type SeatingPlan = z.output<typeof seatingPlanSchema>

/** A free seat of the hall; `category` is the key of its price category. */
export const freeSeatSchema = entity('free_seat', {
  strict: { label: id, number: text, category: id },
  shown: {
    section: text,
    row: text,
    accessible: flag,
    companion_seat: flag,
    restricted_view: flag,
    limited_legroom: flag,
  },
})
onTheWire(freeSeatSchema, () => ({
  optional: ['section', 'row', 'accessible', 'companion_seat', 'restricted_view', 'limited_legroom'],
}))
export type FreeSeat = z.output<typeof freeSeatSchema>

/** Reply of the call for free seats, our addition to the documented calls. */
export const freeSeatsSchema = fields({ seats: list(freeSeatSchema) })

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
