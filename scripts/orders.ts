import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'

import type { Database } from '#server/database/connect.ts'
import { byteOrderMark, csvRow, type Cell } from '#server/exports/csv.ts'
import {
  attendeeHeadings,
  attendeeRows,
  orderHeadings,
  orderRows,
  type Wanted,
} from '#server/exports/order-rows.ts'
import { describeRefund, describeRequested } from '#server/operations/describe-refund.ts'
import { RefundRefused } from '#server/payments/refunds/plan-refund.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { readReference } from '#server/wallet/order-reference.ts'
import { parsePence } from '#src/lib/money.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

const usage = `npm run orders -- --csv --out FILE                 paid orders
npm run orders -- --csv --attendees --out FILE     a row for each ticket, with its holder and the answers
npm run orders -- refund REFERENCE                 what a refund of an order would do
npm run orders -- refund REFERENCE --confirm       refunds it

--event EVENT_ID, --date EVENT_DATE_ID    only these
--bom                                     marks the file as UTF-8, for Excel
--tickets 1,3                             refunds only these, by their numbers in the preview
--amount 12.50                            refunds another amount than the tickets or the order cost
--again                                   refunds although the same was refunded before

Without --out it writes to standard output. The files contain personal data.`

/** `npm run orders`: exports orders and attendees as CSV, and refunds orders (docs/operations.md). */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tickets: { type: 'string' },
      amount: { type: 'string' },
      confirm: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      attendees: { type: 'boolean', default: false },
      bom: { type: 'boolean', default: false },
      event: { type: 'string' },
      date: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const [command, reference, ...more] = positionals
  if (command === 'refund' && reference && more.length === 0) return refund(reference, values)
  if (!values.csv || command) throw new CommandFailed(usage)
  await onShopDatabase(async (db) => {
    const wanted: Wanted = { eventId: values.event, dateId: values.date }
    await assertExists(db, wanted)
    const rows = values.attendees ? attendeeRows(db, wanted) : orderRows(db, wanted)
    const headings = values.attendees ? attendeeHeadings : orderHeadings
    // Only its owner may read a file with personal data.
    const out = values.out ? createWriteStream(values.out, { mode: 0o600 }) : process.stdout
    await pipeline(Readable.from(lines(headings, rows, values.bom)), out, { end: out !== process.stdout })
  })
}

interface RefundOptions {
  tickets?: string | undefined
  amount?: string | undefined
  confirm: boolean
  again: boolean
}

/** Refunds an order, or shows what that would do. The running shop sends it to the provider. */
async function refund(reference: string, { tickets, amount, confirm, again }: RefundOptions): Promise<void> {
  const wish = {
    reference: readReference(reference) ?? reference,
    tickets: tickets === undefined ? null : tickets.split(',').map(readNumber),
    amount: amount === undefined ? null : readAmount(amount),
    again,
  }
  await onShopDatabase(async (db) => {
    const requested = await requestRefund(db, wish, confirm).catch((error: unknown) => {
      throw error instanceof RefundRefused ? new CommandFailed(error.message) : error
    })
    if ('before' in requested)
      return console.log(`${describeRequested(requested.before)}\nFor another one, add --again.`)
    console.log(`${describeRefund(requested.plan)}\n`)
    console.log(
      confirm
        ? 'Requested: the shop sends it within a minute.'
        : 'Nothing was changed. To refund, add --confirm.',
    )
  })
}

function readNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text.trim()) || number < 1)
    throw new CommandFailed(
      `"${text}" is no number of a ticket: use those of the preview, such as --tickets 1,3.`,
    )
  return number
}

function readAmount(text: string): number {
  const pence = /^\d+(\.\d{1,2})?$/.test(text) ? parsePence(text) : null
  if (pence === null) throw new CommandFailed(`--amount is "${text}"; it must be an amount such as 12.50.`)
  return pence
}

async function* lines(headings: string[], rows: AsyncIterable<Cell[]>, hasMark: boolean) {
  yield (hasMark ? byteOrderMark : '') + csvRow(headings)
  for await (const row of rows) yield csvRow(row)
}

async function assertExists(db: Database, { eventId, dateId }: Wanted): Promise<void> {
  const find = (table: 'events' | 'event_dates', id: string) =>
    db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (eventId && !(await find('events', eventId))) throw new CommandFailed(`There is no event "${eventId}".`)
  if (dateId && !(await find('event_dates', dateId)))
    throw new CommandFailed(`There is no event date "${dateId}".`)
}

runCommand(run)
