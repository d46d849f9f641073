import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { isUuid } from '#server/database/uuid.ts'
import type { AlarmKind } from '#server/monitoring/alarms.ts'

/** What to do about an alarm, in a sentence; docs/operations.md has the whole of it. */
export const whatToDo: Record<AlarmKind, string> = {
  wrong_payment:
    'Compare "requested" with "reported", and the payment at the provider; refund it there if the shop did not.',
  unknown_payment: 'Find the payment at the provider, and refund it there unless the order needs it.',
  payment_unsettled:
    'See whether the provider answers and the keys are right; the shop goes on asking, and closes this.',
  payment_disputed:
    'Answer at the provider before "answer_by", with the order and its receipt, and do not refund it as well.',
  dispute_lost:
    'The money is gone and the tickets are void: see at the provider why, and whether somebody has used them.',
  refunded_at_provider:
    'See that it was you. If it was for some of the "tickets_kept", void them: npm run orders -- refund.',
  books_differ:
    'Compare the refund at the provider with the one in the books; see "Refunds" in docs/operations.md.',
  card_testing:
    'Look at the declined payments at the provider: if somebody tries stolen cards, tighten its rules (Radar) until it ends.',
  refund_failed:
    'With an "error", mend its cause and the shop refunds; otherwise refund the buyer at the provider.',
  plan_stopped: 'Give the buyer time to pay, or give the order up.',
  seats_out_of_step: 'Look at these seats in seats.io: release those booked by hand, or move the buyer.',
  order_not_delivered: 'Look for "order not delivered" in the log; the shop goes on trying, and closes this.',
  gift_not_sent: 'Look for "gift not sent" in the log; the shop goes on trying, and closes this.',
  message_not_sent:
    'See whether the mail or SMS service works; if it does, reach the buyer of the order in another way.',
  step_too_slow:
    'See on the chart of figures what buyers meet at this "step"; it closes when they are quicker.',
  step_unexpected:
    'Walk from "from" to "to" in a browser: the page of this release has a bug, or the chart lacks a transition.',
}

export interface OpenAlarm {
  id: string
  kind: AlarmKind
  raised_at: Date
  provider: string
  /** The order's reference; null without a paid sale. */
  order_reference: string | null
  details: object
}

/** Reads the alarms that nobody has closed, oldest first. */
export function readOpenAlarms(db: Database): Promise<OpenAlarm[]> {
  return db
    .selectFrom('alarms')
    .leftJoin('sales', 'sales.id', 'alarms.sale_id')
    .select(['alarms.id', 'alarms.kind', 'alarms.raised_at', 'alarms.provider', 'alarms.details'])
    .select('sales.order_reference')
    .where('alarms.resolved_at', 'is', null)
    .orderBy('alarms.raised_at')
    .orderBy('alarms.id')
    .execute()
}

/** Closes an open alarm with the owner's note; false if there is none with this id. */
export async function closeAlarm(db: Database, id: string, note: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set({ resolved_at: shopNow, note })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes the list for a terminal. */
export function describeAlarms(alarms: OpenAlarm[]): string {
  if (alarms.length === 0) return 'No alarm is open.'
  const blocks = alarms.map(({ id, kind, raised_at, provider, order_reference, details }) =>
    [
      [raised_at.toISOString(), kind, provider, order_reference && `order ${order_reference}`]
        .filter(Boolean)
        .join('  '),
      `  ${JSON.stringify(details)}`,
      `  ${whatToDo[kind]}`,
      `  Then: npm run alarms -- --done ${id} --note "what you did"`,
    ].join('\n'),
  )
  return [...blocks, `${alarms.length} open. See docs/operations.md, "Refunds and alarms".`].join('\n\n')
}
