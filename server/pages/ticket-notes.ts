import type { Database } from '#server/database/connect.ts'

/** Notes shown beside a ticket type, by its id. */
export type TicketNotes = Record<string, { required: string[]; policy: string }>

/** Reads required tickets and refund policies of an event's ticket types. */
export async function readTicketNotes(db: Database, eventId: string): Promise<TicketNotes> {
  const types = await db
    .selectFrom('ticket_types')
    .leftJoin('refund_policies', 'refund_policies.id', 'ticket_types.refund_policy_id')
    .select(['ticket_types.id', 'non_refundable', 'refund_policies.description as policy'])
    .where('event_id', '=', eventId)
    .execute()
  const requirements = await db
    .selectFrom('ticket_requirements')
    .innerJoin('ticket_types as needing', 'needing.id', 'ticket_requirements.ticket_type_id')
    .innerJoin('ticket_types as needed', 'needed.id', 'ticket_requirements.required_ticket_type_id')
    .select(['needing.id', 'needed.name'])
    .where('needing.event_id', '=', eventId)
    .orderBy('needed.position')
    .execute()
  return Object.fromEntries(
    types.map(({ id, non_refundable, policy }) => [
      id,
      {
        required: requirements.filter((row) => row.id === id).map((row) => row.name),
        policy: non_refundable ? 'Non-refundable' : (policy ?? ''),
      },
    ]),
  )
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Says which tickets a ticket is sold with; '' if it is sold alone. */
export function needs(required: string[]): string {
  return required.length > 0 ? `Sold only with ${alternatives.format(required)}` : ''
}

/** A date whose tickets stand in rows, unless they are numbered seats. */
interface SoldDate {
  seating_plan: unknown
  ticket_types: { id: string; name: string }[]
}

/** The refund policies below the tickets of the dates on sale, if each of them has the same; undefined if they differ. */
export function sharedPolicies(
  dates: (SoldDate & { is_on_sale: unknown })[],
  notes: TicketNotes,
): string[] | undefined {
  const lists = dates
    .filter(({ is_on_sale, ticket_types }) => is_on_sale && ticket_types.length > 0)
    .map((date) => policiesBelow(date, notes))
  return new Set(lists.map((list) => list.join('\n'))).size === 1 ? lists[0] : undefined
}

/** The refund policies below the tickets of a date: the one of all; if they differ, each with its numbered seats. */
export function policiesBelow({ seating_plan, ticket_types }: SoldDate, notes: TicketNotes): string[] {
  const byPolicy = policiesOf(ticket_types, notes)
  if (byPolicy.size === 1) return [...byPolicy.keys()].filter(Boolean)
  if (!seating_plan) return []
  return [...byPolicy].flatMap(([policy, own]) =>
    policy ? [`${own.map(({ name }) => name).join(', ')}: ${policy}`] : [],
  )
}

/** The refund policy in the row of a ticket; '' if it is that of all tickets of its date. */
export function ownPolicy({ id }: { id: string }, { ticket_types }: SoldDate, notes: TicketNotes): string {
  return policiesOf(ticket_types, notes).size > 1 ? (notes[id]?.policy ?? '') : ''
}

const policiesOf = (types: SoldDate['ticket_types'], notes: TicketNotes) =>
  Map.groupBy(types, ({ id }) => notes[id]?.policy ?? '')
