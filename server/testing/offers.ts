import type { Insertable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'

import type { Fields, TestShop, Visitor } from './test-shop.ts'

type Changes<T extends keyof Tables> = Partial<Insertable<Tables[T]>>

interface Offer {
  organiser?: Changes<'organisers'>
  event?: Changes<'events'>
  date?: Changes<'event_dates'>
  /** Capacity of the shared pool. */
  places?: number
  tickets?: Record<string, Changes<'ticket_types'>>
}

let offers = 0

/** Puts a new event on sale for one test, isolated from other tests. Prices are pence. */
export async function offer(
  db: Database,
  { organiser, event, date, places = 100, tickets = { adult: {} } }: Offer = {},
) {
  const id = `offer-${++offers}`
  const organiserId = organiser?.id ?? `${id}-organiser`
  await db
    .insertInto('organisers')
    .values({ name: 'Organiser', marketing_signup_message: '', ...organiser, id: organiserId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('events')
    .values({ title: `Event ${offers}`, ...event, id, organiser_id: organiserId })
    .execute()
  await db
    .insertInto('event_dates')
    .values({ starts_at: new Date(Date.now() + 60 * 86_400_000), ...date, id, event_id: id })
    .execute()
  await db.insertInto('pools').values({ id, event_date_id: id, capacity: places }).execute()
  for (const [key, changes] of Object.entries(tickets))
    await db
      .insertInto('ticket_types')
      .values({
        price: 1000,
        name: key,
        ...changes,
        id: `${id}-${key}`,
        key,
        event_id: id,
        event_date_id: id,
        pool_id: id,
      })
      .execute()
  return {
    id,
    organiserId,
    /** Returns the id of a ticket type. */
    ticket: (key = 'adult') => `${id}-${key}`,
    /** Makes an entry of the documented payload for adding to the basket. */
    entry: (qty: number, key = 'adult'): Fields => ({
      ticket: `${id}|${id}|${key}|0`,
      qty,
      vz_id: null,
      has_offer: false,
    }),
    pool: () => db.selectFrom('pools').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }
}

export type Offered = Awaited<ReturnType<typeof offer>>

/** Makes a visitor with these tickets in the basket. */
export async function visitorWith(shop: TestShop, ...entries: Fields[]): Promise<Visitor> {
  const visitor = await shop.visitor()
  const reply = await visitor.post('/do/checkout/add/', { ticket: entries })
  if (reply.status !== 200) throw new Error(reply.text)
  return visitor
}

/** Reads a visitor's checkout. */
export async function checkoutOf(visitor: Visitor) {
  return (await visitor.get('/ajax/checkout/checkout/get/')).json
}

/** Makes one of the documented calls about the checkout. */
export function call(visitor: Visitor, name: string, body?: Fields | string) {
  return visitor.post(`/ajax/checkout/checkout/${name}/`, body)
}
