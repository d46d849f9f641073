import { parseArgs } from 'node:util'

import { niceDate } from '#server/catalogue/dates.ts'
import type { Database } from '#server/database/connect.ts'
import { closeDoorLinks, createDoorLink, doorPath } from '#server/door/door-links.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

/**
 * `npm run door`: makes the secret link with which the door of an event date is opened (docs/door.md).
 *
 *     npm run door                             lists the event dates
 *     npm run door -- EVENT_DATE_ID            prints a new link
 *     npm run door -- EVENT_DATE_ID --close    closes all links of the date
 */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { close: { type: 'boolean' } },
    allowPositionals: true,
  })
  await onShopDatabase(async (db, { origin }) => {
    const dates = await readDates(db)
    const date = dates.find(({ id }) => id === positionals[0])
    if (!date) {
      for (const { id, title, starts_at } of dates) console.log(`${id}\t${title}, ${niceDate(starts_at)}`)
      if (positionals[0]) throw new CommandFailed(`There is no event date "${positionals[0]}".`)
    } else if (values.close) console.log(`${await closeDoorLinks(db, date.id)} closed`)
    else console.log(origin + doorPath(await createDoorLink(db, date.id)))
  })
}

function readDates(db: Database) {
  return db
    .selectFrom('event_dates')
    .innerJoin('events', 'events.id', 'event_dates.event_id')
    .select(['event_dates.id', 'events.title', 'event_dates.starts_at'])
    .orderBy('event_dates.starts_at')
    .execute()
}

runCommand(run)
