import { parseArgs } from 'node:util'

import { niceDate } from '#server/catalogue/dates.ts'
import { BadConfig, readConfig } from '#server/config.ts'
import { connect, DatabaseUnreadable, type Database } from '#server/database/connect.ts'
import { FolderInUse, lockFolder } from '#server/database/lock.ts'
import { migrate } from '#server/database/migrate.ts'
import { closeDoorLinks, createDoorLink, doorPath } from '#server/door/door-links.ts'

/**
 * `npm run door`: makes the secret link with which the door of an event date is opened (docs/door.md).
 *
 *     npm run door                             lists the event dates
 *     npm run door -- EVENT_DATE_ID            prints a new link
 *     npm run door -- EVENT_DATE_ID --close    closes all links of the date
 */
const { values, positionals } = parseArgs({ options: { close: { type: 'boolean' } }, allowPositionals: true })

async function run(): Promise<void> {
  const { origin, databaseUrl, dataDir } = readConfig(process.env)
  const unlock = databaseUrl ? () => {} : lockFolder(dataDir)
  process.on('exit', unlock)
  const { db, close } = await connect({ databaseUrl, dataDir, onConnectionLost: () => {} })
  await migrate(db)
  const dates = await readDates(db)
  const date = dates.find(({ id }) => id === positionals[0])
  if (!date) {
    for (const { id, title, starts_at } of dates) console.log(`${id}\t${title}, ${niceDate(starts_at)}`)
    process.exitCode = positionals[0] ? 1 : 0
    if (positionals[0]) console.error(`There is no event date "${positionals[0]}".`)
  } else if (values.close) console.log(`${await closeDoorLinks(db, date.id)} closed`)
  else console.log(origin + doorPath(await createDoorLink(db, date.id)))
  await close()
}

function readDates(db: Database) {
  return db
    .selectFrom('event_dates')
    .innerJoin('events', 'events.id', 'event_dates.event_id')
    .select(['event_dates.id', 'events.title', 'event_dates.starts_at'])
    .orderBy('event_dates.starts_at')
    .execute()
}

run().catch((error: unknown) => {
  const isForOwner =
    error instanceof BadConfig || error instanceof FolderInUse || error instanceof DatabaseUnreadable
  if (!isForOwner) throw error
  console.error(error.message)
  process.exit(1)
})
