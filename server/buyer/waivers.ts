import { isOwnSale } from '#server/basket/own-sale.ts'
import { lockSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { countTry } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'

const maxNames = 200
const hour = 3600

export type SaleWaivers = NonNullable<Awaited<ReturnType<typeof findWaivers>>>

type Asker = Pick<ShopEnv['Variables'], 'db' | 'config' | 'session' | 'clientAddress'>

/**
 * Finds the waivers of a paid sale by its reference, and who accepted them. Anybody with the link may read and accept them,
 * and sees nothing else of the order; only its buyer sees the names [WAIV-10]. Returns null if there is no such sale or
 * nothing to accept.
 */
export async function findWaivers(db: Database, session: Pick<Session, 'id' | 'userId'>, reference: string) {
  const waivers = await db
    .selectFrom('sales')
    .innerJoin('sale_tickets', 'sale_tickets.sale_id', 'sales.id')
    .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
    .innerJoin('waivers', 'waivers.event_id', 'ticket_types.event_id')
    .innerJoin('events', 'events.id', 'waivers.event_id')
    .select([
      'sales.id as sale_id',
      'sales.session_id',
      'sales.user_id',
      'waivers.id',
      'waivers.title',
      'waivers.text_html',
      'events.title as event_title',
      'events.picture',
    ])
    .distinct()
    .where('waivers.published', '=', true)
    .where('sales.reference', '=', reference)
    .where('sales.paid_at', 'is not', null)
    .orderBy('waivers.id')
    .execute()
  const [first] = waivers
  if (!first) return null
  return {
    saleId: first.sale_id,
    waivers,
    accepted: await readNames(db, first.sale_id),
    isBuyer: isOwnSale(first, session),
  }
}

/**
 * Records that a person accepts all waivers of the sale; a repeated name counts once [WAIV-09]. One asker cannot use up the
 * names of an order. Throws `HttpError` 429.
 */
export async function acceptWaivers(
  { db, config, session, clientAddress }: Asker,
  { saleId, waivers }: SaleWaivers,
  name: string,
): Promise<void> {
  const limits = [
    { what: 'waiver by session', who: session.id, max: 50, withinSeconds: hour },
    { what: 'waiver by client of', who: `${clientAddress} ${saleId}`, max: 100, withinSeconds: 24 * hour },
  ]
  if (!(await countTry(db, config.secrets.codePepper, limits)))
    throw new HttpError(429, 'Too many names were added from here. Please try again later')
  await inTransaction(db, async (trx) => {
    await lockSale(trx, saleId)
    const names = (await readNames(trx, saleId)).map((accepted) => accepted.name.toLowerCase())
    if (names.includes(name.toLowerCase())) return
    if (names.length >= maxNames) throw new HttpError(429, 'No more names can be added to this order')
    await trx
      .insertInto('waiver_acceptances')
      .values(waivers.map(({ id }) => ({ sale_id: saleId, waiver_id: id, name })))
      .execute()
  })
}

/** Reads who accepted the waivers of a sale, and when, first come first. */
function readNames(db: Database, saleId: string) {
  return db
    .selectFrom('waiver_acceptances')
    .select(({ fn }) => ['name', fn.min('accepted_at').as('accepted_at')])
    .where('sale_id', '=', saleId)
    .groupBy('name')
    .orderBy('accepted_at')
    .orderBy('name')
    .execute()
}
