import { hashToken } from '#server/http/tokens.ts'

import { offer, type Offered } from './offers.ts'
import type { TestShop, Visitor } from './test-shop.ts'

/** Puts an event on sale whose waiting room admits so many at once. */
export const queued = (
  shop: Pick<TestShop, 'db'>,
  capacity: number,
  changes: Parameters<typeof offer>[1] = {},
) => offer(shop.db, { ...changes, event: { waiting_room_capacity: capacity, ...changes.event } })

/** Tries to add tickets; until its visitor is admitted, gives a place in the waiting room instead. */
export const add = (visitor: Visitor, event: Offered, qty = 1) =>
  visitor.post('/do/checkout/add/', { ticket: [event.entry(qty)] })

/** Takes a place as the button of the waiting room does. */
export const joinRoom = (visitor: Visitor, event: Offered) =>
  visitor.post(`/waiting-room/${event.id}/`, { to: '' })

/** The address of the waiting room that leads back to `back`. */
export const roomOf = (event: Offered, back = `/events/${event.id}/#tickets`) =>
  `/waiting-room/${event.id}/?${new URLSearchParams({ to: back })}`

/** Reads what the waiting room shows a visitor: the kind of their place, its text, and where it leads. */
export async function lookAt(visitor: Visitor, event: Offered) {
  const { text, headers } = await visitor.get(`/waiting-room/${event.id}/standing/`)
  return {
    kind: /data-kind="(\w+)"/.exec(text)?.[1],
    to: /data-to="([^"]+)"/.exec(text)?.[1],
    text: text
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    next: headers.get('Retry-After'),
  }
}

/** Reads the places of an event in their order. */
export const placesOf = ({ db }: Pick<TestShop, 'db'>, event: Offered) =>
  db
    .selectFrom('waiting_room_places')
    .selectAll()
    .where('event_id', '=', event.id)
    .orderBy('number')
    .execute()

/** Reads the id of a visitor's session. */
export async function sessionOf({ db }: Pick<TestShop, 'db'>, visitor: Visitor): Promise<string> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(visitor.cookies.get('__Host-session') ?? ''))
    .executeTakeFirstOrThrow()
  return id
}
