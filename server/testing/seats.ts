import { connectProviders } from '#server/providers/connect-providers.ts'
import type { SeatingProvider } from '#server/providers/seating-provider.ts'
import { createEvent } from '#sandbox/seats/hall-events.ts'
import { syncSeats } from '#server/seats/sync-seats.ts'
import { seatName } from '#src/seats/rules/seats.ts'

import { offer, visitorWith, type Offered } from './offers.ts'
import type { Fields, TestShop, Visitor } from './test-shop.ts'

/** Two seats side by side in the simulated theatre. */
export const pair = ['Stalls-C-8', 'Stalls-C-9']

/** The result of a call to a provider that cannot be reached. */
export const unreachable = () => Promise.reject(new TypeError('fetch failed'))

/** Lets the calls to the seating provider fail, or those with `part` in their address, until `shop.answer` is null again. */
export function cutSeats(shop: TestShop, part = '/sandbox/seatsio/') {
  shop.answer = async (request) => (request.url.includes(part) ? unreachable() : shop.app.request(request))
}

type Offer = NonNullable<Parameters<typeof offer>[1]>

/** The seating provider of a shop. */
export function seatsOf(shop: TestShop): SeatingProvider {
  const { seats } = connectProviders(shop)
  if (!seats) throw new Error('the shop has no seating provider')
  return seats
}

/** Puts an event with numbered seats in the simulated theatre on sale for one test: an adult and a child for all seats. */
export async function seatedOffer(shop: TestShop, changes: Offer = {}): Promise<Offered> {
  const made = await offer(shop.db, {
    tickets: { adult: { name: 'Adult' }, child: { name: 'Child', price: 500 } },
    ...changes,
    date: { seating_plan: JSON.stringify({ provider: 'seatsio' }), ...changes.date },
  })
  await shop.db
    .updateTable('event_dates')
    .set({ provider_identifier: made.id })
    .where('id', '=', made.id)
    .execute()
  await createEvent(shop.db, made.id, 'theatre')
  return made
}

/** Chooses seats as the seating plan in a buyer's browser does; returns its hold token. */
export async function choose(shop: TestShop, event: Offered, labels: string[]): Promise<string> {
  const { token } = await seatsOf(shop).createToken(15)
  await seatsOf(shop).takeOver(
    event.id,
    labels.map((label) => ({ label, from: null })),
    token,
  )
  return token
}

/** Makes an entry of the documented payload for chosen seats. */
export function seatsEntry(event: Offered, labels: string[], token: string, key = 'adult'): Fields {
  const seats = labels.map((label) => {
    const [section = '', row = '', number = ''] = label.split('-')
    return { section, row, number, hold_token: token }
  })
  return { ...event.entry(labels.length, key), seats }
}

/** Posts the documented payload for seats, of one ticket type. */
export function addSeats(visitor: Visitor, entry: Fields) {
  return visitor.post('/do/checkout/add/', { parent_event_id: null, ticket: { adult: entry } })
}

/** Makes a visitor with chosen seats in the basket. */
export async function seatedVisitor(shop: TestShop, event: Offered, labels: string[]): Promise<Visitor> {
  return visitorWith(shop, seatsEntry(event, labels, await choose(shop, event, labels)))
}

/** Reads the status of seats at the provider: "free", "booked", or who holds them. */
export async function statusOf(shop: TestShop, event: Offered, labels: string[]) {
  const found = await seatsOf(shop).find(event.id, labels)
  return labels.map((label) => {
    const seat = found.get(label)
    if (!seat || seatName(seat) !== label) throw new Error(`no seat ${label}`)
    return seat.status
  })
}

/** Does the job that tells the seating provider, until nothing is left to tell. */
export async function tell(shop: TestShop): Promise<void> {
  await syncSeats({ db: shop.db, providers: connectProviders(shop), log: () => {} })
}
