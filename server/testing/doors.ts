import { randomUUID } from 'node:crypto'

import { shopNow } from '#server/database/shop-time.ts'
import { createDoorLink, doorPath } from '#server/door/door-links.ts'
import type { Reply } from '#sandbox/visitor.ts'

import type { Offered } from './offers.ts'
import type { TestShop, Visitor } from './test-shop.ts'

let sales = 0

/** Gives somebody paid tickets of an event, and returns their ids and codes. Released, unless told otherwise. */
export async function ticketsFor(
  { db }: TestShop,
  event: Offered,
  {
    key = 'adult',
    qty = 1,
    isReleased = true,
    isOnPlan = false,
  }: { key?: string; qty?: number; isReleased?: boolean; isOnPlan?: boolean } = {},
) {
  const number = ++sales
  const { id: sale_id } = await db
    .insertInto('sales')
    .values({
      reference: `door-secret-${number}`,
      order_reference: `D00R${number}`,
      paid_at: shopNow,
      guest_name: 'Grace Hopper',
      guest_email: `door-${number}@example.com`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('tickets')
    .values(
      Array.from({ length: qty }, (_, index) => ({
        sale_id,
        ticket_type_id: event.ticket(key),
        copy: index + 1,
        code: codeOf(number, index),
        is_on_plan: isOnPlan,
        released_at: isReleased ? shopNow : null,
      })),
    )
    .returning(['id', 'code'])
    .execute()
}

/** Moves a ticket to a person without an account's name, as an accepted transfer does. */
export async function giveAway({ db }: TestShop, ticketId: string): Promise<void> {
  const { id, ...ticket } = await db
    .selectFrom('tickets')
    .select(['id', 'sale_id', 'ticket_type_id'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const transfer = await db
    .insertInto('transfers')
    .values({
      ...ticket,
      name: 'Ada',
      email: 'ada@example.com',
      qty: 1,
      is_gift: false,
      status: 'accepted',
      deliver_at: shopNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('tickets').set({ transfer_id: transfer.id }).where('id', '=', id).execute()
}

const codeOf = (sale: number, index: number) =>
  `D00R-${String(sale).padStart(4, '0')}-${String(index).padStart(4, '0')}-0ABC`

/** A phone at the door of an event date. */
export interface Steward {
  visitor: Visitor
  path: string
  check: (code: string, scan?: string) => Promise<Reply>
  undo: (scan: string) => Promise<Reply>
}

/** Opens the door of an event with a new phone; stewards with the same secret stand at the same door. */
export async function steward(shop: TestShop, event: Pick<Offered, 'id'>, secret?: string): Promise<Steward> {
  const path = doorPath(secret ?? (await createDoorLink(shop.db, event.id)))
  const visitor = await shop.visitor()
  return {
    visitor,
    path,
    check: (code, scan = randomUUID()) => visitor.post(`${path}check/`, { code, scan }),
    undo: (scan) => visitor.post(`${path}undo/`, { scan }),
  }
}
