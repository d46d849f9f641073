import type { Selectable } from 'kysely'

import type { Basket } from '#server/basket/read-basket.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * Lists the questions before and after payment, by ticket id [ENTI-10, ENTI-34]. An event's question is listed under
 * each of its tickets.
 */
export function askedQuestions({ tickets, events }: Pick<Basket, 'tickets' | 'events'>) {
  const rows = events.flatMap(({ questions }) => questions)
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
