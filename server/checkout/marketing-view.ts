import type { Basket } from '#server/basket/read-basket.ts'
import { countsIn } from '#server/buyer/consents.ts'
import { organiserOfUpdates } from '#server/buyer/marketing-choices.ts'
import type { Database } from '#server/database/connect.ts'

/**
 * Reads the boxes of the marketing step [ENTI-24]: ticked as a donor has asked for updates, otherwise as chosen for this sale,
 * otherwise as a signed-in buyer is subscribed. None is for somebody whose sale it is not (`isOwn`). Returns null if no organiser of the
 * basket asks for consent.
 */
export async function readMarketingPreferences(
  db: Database,
  basket: Basket,
  { isOwn, userId }: { isOwn: boolean; userId: string | null },
) {
  const { sale, organisers } = basket
  const asking = organisers.filter((organiser) => organiser.marketing_signup_message !== '')
  if (asking.length === 0) return null
  const chosen = isOwn ? sale.marketing_choices : null
  const user =
    isOwn && userId
      ? await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
      : undefined
  const subscribed = user ? await readSubscribed(db, user.email) : new Set<string>()
  const updating = isOwn ? organiserOfUpdates(basket)?.id : undefined
  return {
    ct_subscribed: chosen?.ct_subscribed ?? user?.subscribed ?? false,
    event_subscribed: chosen?.event_subscribed ?? user?.is_event_subscribed ?? false,
    basket_organisers: asking.map(({ id, marketing_signup_message }) => ({
      id,
      organiser_subscribed: id === updating || (chosen?.organisers[id] ?? subscribed.has(id)),
      marketing_signup_message,
    })),
  }
}

/** Reads the organisers that have this person's consent. */
async function readSubscribed(db: Database, email: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('marketing_consents')
    .select(['organiser_id', 'granted'])
    .where('email', '=', email)
    .where('list', '=', 'organiser')
    .where(countsIn(null))
    .orderBy('given_at')
    .execute()
  const latest = new Map(rows.map((row) => [row.organiser_id ?? '', row.granted]))
  return new Set([...latest].filter(([, granted]) => granted).map(([id]) => id))
}
