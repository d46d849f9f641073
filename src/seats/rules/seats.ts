import { seatsInWords, type SeatPlace } from '#src/checkout/rules/seat-words.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { formatPounds } from '#src/lib/pounds.ts'
import type { BasketPost, BasketPostEntry } from '#src/seats/requests.ts'
import type { EventDateReply, SeatingPlan, SeatPrice } from '#src/seats/schemas.ts'

/** A seat of the hall; `label` is its id on the seating plan, `category` the key of its price category. */
export interface Seat extends SeatPlace {
  label: string
  category: string
  /** What a buyer must know before choosing it, such as "Restricted view". */
  notes: string[]
}

/** A seat that the buyer has chosen, with its ticket type; `price` and the booking fee on top of it are in pence [ENTI-41]. */
export interface ChosenSeat extends Seat {
  ticketType: string
  ticketName: string
  price: number
  bookingFee: number
  /** Added before: it is not added again. */
  isInBasket: boolean
  /** The shop takes it back out of the basket alone. */
  canBeRemoved: boolean
}

/** A seat to choose with a ticket type. */
export type SeatChoice = Pick<ChosenSeat, 'label' | 'ticketType'>

/** A price category of the hall. `free` is null if the seating plan does not tell how many seats are left. */
export interface SeatCategory {
  key: string
  label: string
  color: string
  free: number | null
}

/** Names a seat as "section-row-number" [SEAT-03]. */
export function seatName({ section, row, number }: SeatPlace): string {
  return [section, row, number].filter(Boolean).join('-')
}

/** Returns the seats that are not yet in the basket. */
export const newSeats = (seats: ChosenSeat[]) => seats.filter(({ isInBasket }) => !isInBasket)

/** Names seats, with their ticket types as far as others could be chosen: "Stalls, row M, seat 14 (Adult, Band B)". */
export function seatsWithTypes(seats: ChosenSeat[], prices: SeatPrice[], categories: SeatCategory[]): string {
  const typeOf = (seat: ChosenSeat) =>
    pricesOfSeat(prices, categories, seat).length > 1 ? ` (${seat.ticketName})` : ''
  const ofRow = (seat: ChosenSeat) => [seat.section, seat.row, typeOf(seat)].join('\n')
  return [...groupBy(seats, ofRow).values()].map((named) => seatsInWords(named) + typeOf(named[0])).join('; ')
}

/** Says of a seat that it is in the basket, and where it can be given back; '' if it is not. */
export function inBasketWords(seats: ChosenSeat[], label: string): string {
  const seat = seats.find((one) => one.isInBasket && one.label === label)
  if (!seat) return ''
  return `In your basket.${seat.canBeRemoved ? ' You can remove it in the list of your seats.' : ''}`
}

/** Returns the total of the seats in pence, without booking fees [SEAT-06, OPEN-92]. */
export const seatTotal = (seats: ChosenSeat[]) => seats.reduce((total, { price }) => total + price, 0)

/** Returns the booking fees of the seats in pence, which come on top of the total. */
export const seatFees = (seats: ChosenSeat[]) =>
  seats.reduce((total, { bookingFee }) => total + bookingFee, 0)

/** Returns the prices that apply to a category, by its key or label; those without a category apply to all. */
export function pricesOf(prices: SeatPrice[], category: Pick<SeatCategory, 'key' | 'label'>): SeatPrice[] {
  return prices.filter((price) => ['', category.key, category.label].includes(price.category))
}

/** Returns the prices of a seat, whose category is one of the hall's. */
export function pricesOfSeat(prices: SeatPrice[], categories: SeatCategory[], seat: Seat): SeatPrice[] {
  const known = categories.find(({ key }) => key === seat.category)
  return pricesOf(prices, known ?? { key: seat.category, label: '' })
}

/**
 * Returns the pricing of the seating plan in pounds: each category with its ticket types. Prices are what will be charged; the
 * plan says how much of it is the fee. `categories` are the keys of the hall, once they are known: prices that name no
 * category apply to them all [OPEN-92].
 */
export function planPricing(prices: SeatPrice[], categories: string[] = []) {
  const named = prices.map(({ category }) => category).filter(Boolean)
  const all = prices.some(({ category }) => !category) ? [...named, ...categories] : named
  return {
    allFeesIncluded: true,
    priceFormatter: (pounds: number) => formatPounds(Math.round(pounds * 100)),
    prices: [...new Set(all)].map((category) => ({
      category,
      ticketTypes: pricesOf(prices, { key: category, label: '' }).map(
        ({ ticketType, label, price, booking_fee }) => ({
          ticketType,
          label: label || ticketType,
          price: (price + booking_fee) / 100,
          ...(booking_fee > 0 && { fee: booking_fee / 100 }),
        }),
      ),
    })),
  }
}

/**
 * Builds the request that adds seats to the basket: one entry for each ticket type [SEAT-27, SEAT-28, SEAT-29, SEAT-32,
 * SEAT-33].
 */
export function basketPost(
  { eventId, eventDateId, holdToken }: { eventId: string; eventDateId: string; holdToken: string },
  seats: ChosenSeat[],
): BasketPost {
  const ticket: Record<string, BasketPostEntry> = {}
  for (const { ticketType, section, row, number } of seats) {
    const entry = (ticket[ticketType] ??= {
      ticket: [eventId, eventDateId, ticketType, '0'].join('|'),
      vz_id: null,
      has_offer: false,
      qty: 0,
      seats: [],
    })
    entry.qty += 1
    entry.seats.push({ section, row, number, hold_token: holdToken })
  }
  return { parent_event_id: null, ticket }
}

const rules: Record<string, string> = {
  noOrphanSeats: 'Your choice leaves a single seat empty. Please move along by one, or take that seat too.',
  consecutiveSeats: 'Please choose seats next to each other, at the same price level.',
}

/** Explains why a choice of seats breaks the rules of the hall, or returns '' if it breaks none [SEAT-15, SEAT-16]. */
export function brokenRules(violations: string[]): string {
  const [first] = violations
  if (first === undefined) return ''
  return (
    violations
      .map((violation) => rules[violation])
      .filter(Boolean)
      .join(' ') || 'These seats cannot be booked together. Please choose others.'
  )
}

const regions = ['eu', 'na', 'sa', 'oc'] as const
type Region = (typeof regions)[number]

/** What the seating plan needs from the shop. */
export interface PlanKeys {
  region: Region
  publicKey: string
  event: string
}

/**
 * Returns the keys of a seating plan, or null if it is of another provider than the only known one, or names no
 * known region or a malformed key: they become part of an address [SEAT-26, S30].
 */
export function planKeys(
  { provider, public_key, region }: { provider: string; public_key: string; region: string },
  event: string,
): PlanKeys | null {
  const known = regions.find((one) => one === region.toLowerCase())
  if (provider.toLowerCase() !== 'seatsio' || !known || !KEY.test(public_key) || !event) return null
  return { region: known, publicKey: public_key, event }
}

const KEY = /^[\w-]{1,100}$/

/** Returns the address of the plan's script: the shop's own, or the provider's regional one [SEAT-21, OPEN-92]. */
export const planScript = ({ region }: PlanKeys, own: string) =>
  own || `https://cdn-${region}.seatsio.net/chart.js`

/** The part of a seating plan's object that is read [ENTI-42]. */
interface PlanObject {
  label: string
  labels: { own: string; parent?: string; section?: string }
  category?: { key: string | number; label: string }
  selectedTicketType?: string | undefined
  accessible?: boolean | undefined
  companionSeat?: boolean | undefined
  restrictedView?: boolean | undefined
  limitedLegroom?: boolean | undefined
}

/** Returns what a buyer must know of a seat before choosing it. */
export function seatNotes(
  seat: Pick<PlanObject, 'accessible' | 'companionSeat' | 'restrictedView' | 'limitedLegroom'>,
): string[] {
  const notes = [
    seat.accessible && 'Step-free wheelchair space',
    seat.companionSeat && 'Companion seat',
    seat.restrictedView && 'Restricted view',
    seat.limitedLegroom && 'Limited legroom',
  ]
  return notes.filter((note) => note !== undefined && note !== false)
}

/**
 * Reads a chosen seat from an object of the seating plan, with its price from the shop; null if it has none. Labels map
 * as section, row = `parent` and number = `own` [SEAT-34]. Without a ticket type it gets the first of its category.
 */
export function chosenSeat(
  object: PlanObject,
  prices: SeatPrice[],
  ticketType = object.selectedTicketType,
): ChosenSeat | null {
  const { label, labels, category } = object
  const offered = pricesOf(prices, { key: String(category?.key ?? ''), label: category?.label ?? '' })
  const price = offered.find((one) => one.ticketType === ticketType) ?? offered[0]
  if (!price) return null
  return {
    label,
    section: labels.section ?? '',
    row: labels.parent ?? '',
    number: labels.own,
    category: String(category?.key ?? ''),
    notes: seatNotes(object),
    ticketType: price.ticketType,
    ticketName: price.label || price.ticketType,
    price: price.price,
    bookingFee: price.booking_fee,
    isInBasket: false,
    canBeRemoved: false,
  }
}

/** The seating of an event date, from the shop's two replies. */
export interface Seating extends PlanKeys {
  eventId: string
  eventDateId: string
  title: string
  /** Date and venue, as far as they are known. */
  facts: string[]
  prices: SeatPrice[]
}

/** Returns the seating of a date, or null if this page cannot show it. */
export function seatingOf(
  eventDateId: string,
  { event_date, event }: EventDateReply,
  { seating_plan_layout, seating_plan_event }: SeatingPlan,
): Seating | null {
  const of = [event_date.event, event, seating_plan_event]
  const first = (field: 'id' | 'title' | 'venue_name' | 'provider_identifier') =>
    of.map((one) => one?.[field]).find(Boolean) ?? ''
  const identifier = seating_plan_event?.provider_identifier || first('provider_identifier')
  const keys = planKeys(seating_plan_layout.seating_plan_provider, identifier)
  return (
    keys && {
      ...keys,
      eventId: first('id'),
      eventDateId: event_date.id || eventDateId,
      title: first('title'),
      facts: [event_date.nice_date, first('venue_name')].filter(Boolean),
      prices: event_date.pricing,
    }
  )
}
