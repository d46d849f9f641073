import type { Basket } from '#server/basket/read-basket.ts'
import { countsIn } from '#server/buyer/consents.ts'
import { organiserOfUpdates } from '#server/buyer/marketing-choices.ts'
import type { Database } from '#server/database/connect.ts'

/**
 * Reads the boxes of the marketing step [ENTI-24]: as chosen for this sale, otherwise as a signed-in buyer is subscribed or as a
 * donor has asked for updates, otherwise not ticked. Returns null if no organiser of the basket asks for consent.
 */
export async function readMarketingPreferences(db: Database, basket: Basket, userId: string | null) {
  const { sale, organisers } = basket
  const asking = organisers.filter((organiser) => organiser.marketing_signup_message !== '')
  if (asking.length === 0) return null
  const chosen = sale.marketing_choices
  const user = userId
    ? await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    : undefined
  const subscribed = user ? await readSubscribed(db, user.email) : new Set<string>()
  const updating = organiserOfUpdates(basket)?.id
  return {
    ct_subscribed: chosen?.ct_subscribed ?? user?.subscribed ?? false,
    event_subscribed: chosen?.event_subscribed ?? user?.is_event_subscribed ?? false,
    basket_organisers: asking.map(({ id, marketing_signup_message }) => ({
      id,
      organiser_subscribed: chosen?.organisers[id] ?? (id === updating || subscribed.has(id)),
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
