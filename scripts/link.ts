import { parseArgs } from 'node:util'

import { niceDate } from '#server/catalogue/dates.ts'
import { readCatalogue } from '#server/catalogue/catalogue.ts'
import type { Database } from '#server/database/connect.ts'
import { linkAddress, readLink } from '#server/pages/basket-link/read-link.ts'
import { isTime, linkKey, signatureOf } from '#server/pages/basket-link/sign-link.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

/**
 * `npm run link`: makes links that fill a basket (docs/links.md).
 *
 *     npm run link                                      lists the tickets on sale
 *     npm run link -- --ticket ID:2 --voucher ID:25.00:1 --code CODE --event ID
 *     npm run link -- … --organiser ID --until TIME     signs it for an organiser; TIME is optional
 *     npm run link -- --key ORGANISER_ID                prints the key with which an organiser's site signs links
 */
async function run(): Promise<void> {
  const text = { type: 'string' } as const
  const list = { type: 'string', multiple: true } as const
  const { values } = parseArgs({
    options: {
      ticket: list,
      voucher: list,
      code: text,
      event: text,
      organiser: text,
      until: text,
      key: text,
    },
  })
  const { key, ...parameters } = values
  await onShopDatabase(async (db, { origin, secrets }) => {
    if (key !== undefined) {
      await assertOrganiser(db, key)
      console.log(linkKey(secrets.sessionKey, key))
    } else if (Object.keys(parameters).length === 0) await listTickets(db)
    else {
      const query = new URLSearchParams(
        Object.entries(parameters).flatMap(([name, given]) => [given].flat().map((one) => [name, one])),
      )
      if (!readLink(query))
        throw new CommandFailed('A link needs a --ticket ID:2, --voucher ID:25.00:1 or --event ID.')
      if (values.until && !isTime(values.until))
        throw new CommandFailed(
          `--until is "${values.until}"; it must be a time such as 2027-04-16T19:30:00Z or 2027-04-16T20:30:00+01:00.`,
        )
      if (values.until && !values.organiser)
        throw new CommandFailed('--until needs --organiser, who signs it.')
      if (values.organiser) {
        await assertOrganiser(db, values.organiser)
        query.set('signature', signatureOf(linkKey(secrets.sessionKey, values.organiser), query))
      }
      console.log(origin + linkAddress(query))
    }
  })
}

async function assertOrganiser(db: Database, id: string) {
  const organisers = await db.selectFrom('organisers').select('id').orderBy('id').execute()
  if (!organisers.some((one) => one.id === id))
    throw new CommandFailed(
      `There is no organiser "${id}". There are: ${organisers.map((one) => one.id).join(', ') || 'none'}.`,
    )
}

async function listTickets(db: Database) {
  for (const { title, dates } of await readCatalogue(db))
    for (const { starts_at, ticket_types } of dates)
      for (const { id, name } of ticket_types) console.log(`${id}\t${title}, ${niceDate(starts_at)}, ${name}`)
}

runCommand(run)
