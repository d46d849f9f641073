import type { Selectable } from 'kysely'

import type { Tables } from '#server/database/tables.ts'
import { niceDay, niceTime } from '#server/catalogue/dates.ts'

import type { Basket, Reader } from '#server/basket/read-basket.ts'

type Lines = Pick<Basket, 'tickets'>

/**
 * The questions asked before and after the payment, by ticket id [ENTI-10, ENTI-34]; a question of a whole event
 * stands under each of its tickets.
 */
export async function readQuestions(db: Reader, { tickets }: Lines) {
  const rows = tickets.length
    ? await db
        .selectFrom('questions')
        .selectAll()
        .where('event_id', 'in', eventIds(tickets))
        .orderBy('position')
        .orderBy('id')
        .execute()
    : []
  const byTicket = (moment: 'before' | 'after') => {
    const lists = tickets.map(({ ticket_type_id, event_id }) => {
      const asked = rows.filter(
        (row) =>
          row.before_or_after === moment &&
          row.event_id === event_id &&
          (row.ticket_type_id === null || row.ticket_type_id === ticket_type_id),
      )
      return [ticket_type_id, asked.map((row) => questionView(row, ticket_type_id))] as const
    })
    return Object.fromEntries(lists.filter(([, questions]) => questions.length > 0))
  }
  return { before: byTicket('before'), after: byTicket('after') }
}

/** Whether the events of a basket ask for a waiver. */
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

/** What the organisers of a basket's events say after the sale [ENTI-30]. */
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

function questionView(row: Selectable<Tables['questions']>, ticketId: string) {
  return {
    id: row.id,
    ticket_id: ticketId,
    question: row.question,
    type: row.type,
    mandatory: row.mandatory,
    once_per_checkout: row.once_per_checkout,
    osq_id: row.osq_id,
    prepopulated_array: row.options,
  }
}

const eventIds = (tickets: Basket['tickets']) => [...new Set(tickets.map((line) => line.event_id))]
