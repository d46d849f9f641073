import type { Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { PostalAddress } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUuid } from '#server/database/uuid.ts'
import { HttpError } from '#server/http/http-errors.ts'

import { countries, states } from './countries.ts'

const maxSaved = 50

const notFound = () => new HttpError(404, 'This is not one of your saved addresses')

/** Reads a signed-in buyer's saved addresses, newest first; none for a guest [CALL-19, ROLE-03]. */
export async function readAddresses(db: Database, userId: string | null) {
  if (!userId) return []
  const rows = await db
    .selectFrom('user_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, full_address: fullAddress(row), ...postalAddress(row) }))
}

/** Reads one of the buyer's saved addresses. Throws `HttpError` 404. */
export async function readAddress(db: Database, userId: string | null, id: string): Promise<PostalAddress> {
  if (!userId || !isUuid(id)) throw notFound()
  const row = await db
    .selectFrom('user_addresses')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return postalAddress(row)
}

/** Deletes one of the buyer's saved addresses [CALL-21]. Throws `HttpError` 404. */
export async function deleteAddress(db: Database, userId: string | null, id: string): Promise<void> {
  if (!userId || !isUuid(id)) throw notFound()
  const { numDeletedRows } = await db
    .deleteFrom('user_addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!numDeletedRows) throw notFound()
}

/** Saves an address to the buyer's account unless it is there already. */
export async function keepAddress(db: Database, userId: string, address: PostalAddress): Promise<void> {
  const saved = await readAddresses(db, userId)
  const isKnown = saved.some((one) => fullAddress(one) === fullAddress(address))
  if (!isKnown && saved.length < maxSaved)
    await db
      .insertInto('user_addresses')
      .values({ ...address, user_id: userId })
      .execute()
}

function postalAddress(row: Selectable<Tables['user_addresses']>): PostalAddress {
  const { first_name, last_name, address_1, address_2, town, postcode, country, state } = row
  return { first_name, last_name, address_1, address_2, town, postcode, country, state }
}

function fullAddress(address: PostalAddress): string {
  const { first_name, last_name, address_1, address_2, town, postcode } = address
  const state = states.find(({ id }) => id === address.state)?.name ?? address.state
  const country = countries.find(({ id }) => id === address.country)?.name ?? ''
  return [`${first_name} ${last_name}`, address_1, address_2, town, state, postcode, country]
    .filter((part) => part.trim())
    .join(', ')
}
