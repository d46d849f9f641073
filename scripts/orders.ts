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

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

const usage = `npm run orders -- --csv --out FILE                 paid orders
npm run orders -- --csv --attendees --out FILE     a row for each ticket, with its holder and the answers

--event EVENT_ID, --date EVENT_DATE_ID    only these
--bom                                     marks the file as UTF-8, for Excel

Without --out it writes to standard output. The files contain personal data.`

/** `npm run orders`: exports orders and attendees as CSV (docs/operations.md). */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      csv: { type: 'boolean', default: false },
      attendees: { type: 'boolean', default: false },
      bom: { type: 'boolean', default: false },
      event: { type: 'string' },
      date: { type: 'string' },
      out: { type: 'string' },
    },
  })
  if (!values.csv) throw new CommandFailed(usage)
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
