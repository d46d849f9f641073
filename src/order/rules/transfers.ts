import type { TransferEntry } from '#src/order/requests.ts'
import { readUkDate, ukDateOf } from '#src/lib/uk-date.ts'
import { isEmail } from '#src/checkout/rules/people.ts'
import { messageProblem, nameProblem } from '#src/checkout/rules/plain-names.ts'

/** A recipient's row of the transfer form, as typed. */
export interface TransferRow extends TransferEntry {
  id: number
  /** The first row of its line, which always stays [XFER-10]. */
  isFirst: boolean
  /** `unused`: the first row of a line from which nothing is transferred. It is not sent. */
  standing: 'unused' | 'incomplete' | 'complete'
}

/** What a transfer does [XFER-02, XFER-03]. */
export const transferWords =
  'Your friends get a transfer notification by email. If they accept, the ticket moves to their account, otherwise it stays in your wallet.'

/** A field of a row that can be missing or wrong, in the order of the form. */
export type TransferField = 'qty' | 'name' | 'email' | 'delivery_date' | 'delivery_time' | 'message'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * Returns what is missing or wrong in an entry, by field [XFER-19..24]. `today` is the date in the UK, yyyy-MM-dd; a
 * delivery later today is allowed at any time [XFER-31, OPEN-90].
 */
export function transferProblems(
  entry: TransferEntry,
  today: string,
): Partial<Record<TransferField, string>> {
  const date = readUkDate(entry.delivery_date)
  const name = entry.name.trim() ? nameProblem(entry.name) : 'Please enter a name'
  const message = entry.is_gift ? messageProblem(entry.message) : ''
  return {
    ...(entry.qty > 0 ? {} : { qty: 'Please choose how many tickets' }),
    ...(name && { name }),
    ...(isEmail(entry.email.trim()) ? {} : { email: 'Please enter an email' }),
    ...(isScheduled(entry) && {
      ...(!date ? { delivery_date: 'Please enter a date' } : {}),
      ...(date && date < today ? { delivery_date: 'Please enter a date that is not in the past' } : {}),
      ...(TIME.test(entry.delivery_time) ? {} : { delivery_time: 'Please enter a time' }),
    }),
    ...(message && { message }),
  }
}

/** Returns whether an entry is a gift to be delivered later. */
export function isScheduled({ is_gift, send_gift }: Pick<TransferEntry, 'is_gift' | 'send_gift'>): boolean {
  return is_gift && send_gift === 'Schedule'
}

/**
 * Returns a row after a change by the buyer, with its standing on that day. Whoever is named in an empty row gets a ticket, if one is
 * `left` for it.
 */
export function changedRow(
  row: TransferRow,
  change: Partial<TransferEntry>,
  today: string,
  left = 0,
): TransferRow {
  const changed = { ...row, ...change }
  if (isBlank(row) && !isBlank(changed) && left > 0) changed.qty ||= 1
  const isComplete = Object.keys(transferProblems(changed, today)).length === 0
  const isUnused = changed.isFirst && isBlank(changed)
  return { ...changed, standing: isComplete ? 'complete' : isUnused ? 'unused' : 'incomplete' }
}

function isBlank({ qty, name, email, is_gift }: TransferRow): boolean {
  return qty === 0 && !name.trim() && !email.trim() && !is_gift
}

/** Returns the entries to send: the used rows, without what was typed for another kind of delivery [CALL-39, XFER-24]. */
export function transferEntries(rows: readonly TransferRow[]): TransferEntry[] {
  return rows
    .filter(({ standing }) => standing !== 'unused')
    .map((row) => ({
      ticket_id: row.ticket_id,
      name: row.name.trim(),
      email: row.email.trim(),
      qty: row.qty,
      is_gift: row.is_gift,
      send_gift: isScheduled(row) ? 'Schedule' : 'Send now',
      delivery_date: isScheduled(row) ? ukDateOf(readUkDate(row.delivery_date) ?? '') : '',
      delivery_time: isScheduled(row) ? row.delivery_time : '',
      message: row.is_gift ? row.message.trim() : '',
    }))
}
