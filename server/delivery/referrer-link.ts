import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'

import type { Sale } from '#server/basket/read-basket.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { saveSession } from '#server/http/session-middleware.ts'

/** Returns the buyer's link to recommend the events of an order, always the same; '' if none of them gives a reward. */
export async function referrerLink(
  { db, config }: { db: Database; config: Pick<Config, 'origin'> },
  sale: Sale,
): Promise<string> {
  if (!(await rewardedEvent(db, sale.id))) return ''
  await db
    .insertInto('referrers')
    .values({ token: randomBytes(9).toString('base64url'), sale_id: sale.id })
    .onConflict((conflict) => conflict.column('sale_id').doNothing())
    .execute()
  const { token } = await db
    .selectFrom('referrers')
    .select('token')
    .where('sale_id', '=', sale.id)
    .executeTakeFirstOrThrow()
  return `${config.origin}/r/${token}/`
}

/**
 * Notes in a visitor's session that they came by a referrer's link, and returns the path of the recommended event; null
 * for an unknown link.
 */
export async function openReferrerLink(c: Context<ShopEnv>, token: string): Promise<string | null> {
  const { db } = c.var
  const referrer = await db
    .selectFrom('referrers')
    .select(['token', 'sale_id'])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!referrer) return null
  await saveSession(c)
  await db
    .updateTable('sessions')
    .set({ referrer: referrer.token })
    .where('id', '=', c.var.session.id)
    .execute()
  const event = await rewardedEvent(db, referrer.sale_id)
  return event ? `/events/${event}/` : '/all-events/'
}

async function rewardedEvent(db: Database, saleId: string): Promise<string | undefined> {
  const event = await db
    .selectFrom('sale_tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select('events.id')
    .where('sale_tickets.sale_id', '=', saleId)
    .where('events.reward_text', '!=', '')
    .orderBy('sale_tickets.line_number')
    .limit(1)
    .executeTakeFirst()
  return event?.id
}
