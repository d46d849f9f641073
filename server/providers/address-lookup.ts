import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { describeError } from '#server/log.ts'
import { foundAddressesReplySchema, type FoundAddress } from '#src/address/schemas.ts'

/** Finds addresses by postcode or part of an address; [] if there are none. */
type FindAddresses = (text: string) => Promise<FoundAddress[]>

type Shop = Pick<ShopEnv['Variables'], 'db' | 'config' | 'fetch' | 'log'>

const fewestCharacters = 3
const maxFound = 50
const timeoutMs = 5000

/**
 * Finds addresses for the buyer [CALL-20] with the configured service, or the built-in finder without one. Throws
 * `HttpError` 422 for fewer than three characters, 503 if the service does not answer.
 */
export async function findAddresses(shop: Shop, text: string): Promise<FoundAddress[]> {
  if (text.length < fewestCharacters) throw new HttpError(422, 'Type at least 3 characters')
  const service = shop.config.providers.addressLookup
  const find = service ? askService(service, shop.fetch) : askShop(shop.db)
  try {
    return (await find(text)).slice(0, maxFound)
  } catch (error) {
    shop.log({ event: 'address lookup failed', ...describeError(error) })
    throw new HttpError(
      503,
      'Address search is not available at the moment. Please enter your address by hand',
    )
  }
}

/**
 * Calls the configured service with `?address=`. It replies in the shop's own format: `{ possible_addresses: [...] }`, each
 * with `formatted_address`, `address_line_2`, `town` and `post_code`.
 */
function askService({ url, key }: { url: string; key: string }, fetch: Shop['fetch']): FindAddresses {
  return async (text) => {
    const address = new URL(url)
    address.searchParams.set('address', text)
    const reply = await fetch(address, {
      headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!reply.ok) throw new Error('The address service replied with an error')
    return foundAddressesReplySchema.parse(await reply.json()).possible_addresses
  }
}

/** Built-in finder: addresses whose postcode starts with the text, or that contain every word of it. */
function askShop(db: Database): FindAddresses {
  return async (text) => {
    const words = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, 10)
    const whole = sql<string>`concat_ws(' ', line_1, line_2, town, postcode)`
    const rows = await db
      .selectFrom('known_addresses')
      .select(['line_1', 'line_2', 'town', 'postcode'])
      .where((eb) =>
        eb.or([
          eb(
            sql`replace(postcode, ' ', '')`,
            'like',
            `${escapeLike(text.replaceAll(/\s/g, '').toUpperCase())}%`,
          ),
          eb.and(words.map((word) => eb(whole, 'ilike', `%${escapeLike(word)}%`))),
        ]),
      )
      .orderBy('postcode')
      .orderBy('id')
      .limit(maxFound)
      .execute()
    return rows.map(({ line_1, line_2, town, postcode }) => ({
      formatted_address: line_1,
      address_line_2: line_2,
      town,
      post_code: postcode,
    }))
  }
}

/** Escapes a text for a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
