import type { Basket } from '#server/basket/read-basket.ts'
import { niceDay, niceTime } from '#server/catalogue/dates.ts'
import type { Reader } from '#server/database/connect.ts'

type Lines = Pick<Basket, 'tickets'>

/** Returns whether an event of the basket requires a waiver. */
export async function hasWaivers(db: Reader, { tickets }: Lines): Promise<boolean> {
  if (tickets.length === 0) return false
  const waiver = await db
    .selectFrom('waivers')
    .select('id')
    .where('event_id', 'in', eventIds(tickets))
    .limit(1)
    .executeTakeFirst()
  return waiver !== undefined
}

/** Reads the messages shown after the sale [ENTI-30]. */
export async function readMessages(db: Reader, { tickets }: Lines) {
  if (tickets.length === 0) return []
  const rows = await db
    .selectFrom('after_sale_messages')
    .selectAll()
    .where('event_id', 'in', eventIds(tickets))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ event_id, message }) => {
    const line = tickets.find((ticket) => ticket.event_id === event_id)
    if (!line) return []
    return {
      organiser_name: line.organiser_name,
      event_title: line.event_title,
      event_nice_date: niceDay(line.starts_at),
      event_nice_time: niceTime(line.starts_at),
      message,
    }
  })
}

const eventIds = (tickets: Basket['tickets']) => [...new Set(tickets.map((line) => line.event_id))]
