import type { Selectable } from 'kysely'

import type { Basket } from '#server/basket/read-basket.ts'
import type { Reader } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * Reads the questions before and after payment, by ticket id [ENTI-10, ENTI-34]. An event's question is listed under
 * each of its tickets.
 */
export async function readQuestions(db: Reader, { tickets }: Pick<Basket, 'tickets'>) {
  const rows = tickets.length
    ? await db
        .selectFrom('questions')
        .selectAll()
        .where('event_id', 'in', [...new Set(tickets.map((line) => line.event_id))])
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
