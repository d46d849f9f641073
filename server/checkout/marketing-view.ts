import type { Basket } from '#server/basket/read-basket.ts'
import type { Reader } from '#server/database/connect.ts'

/**
 * The marketing step's boxes [ENTI-24]: what the buyer chose for this sale, else what a signed-in buyer is subscribed
 * to already, else nothing ticked. null when no organiser of the basket asks to write.
 */
export async function readMarketingPreferences(
  db: Reader,
  { sale, organisers }: Basket,
  userId: string | null,
) {
  const asking = organisers.filter((organiser) => organiser.marketing_signup_message !== '')
  if (asking.length === 0) return null
  const chosen = sale.marketing_choices
  const user = userId
    ? await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    : undefined
  const subscribed = user ? await readSubscribed(db, user.email) : new Set<string>()
  return {
    ct_subscribed: chosen?.ct_subscribed ?? user?.subscribed ?? false,
    event_subscribed: chosen?.event_subscribed ?? user?.is_event_subscribed ?? false,
    basket_organisers: asking.map(({ id, marketing_signup_message }) => ({
      id,
      organiser_subscribed: chosen?.organisers[id] ?? subscribed.has(id),
      marketing_signup_message,
    })),
  }
}

/** The organisers that this person's latest word allows to write. */
async function readSubscribed(db: Reader, email: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('marketing_consents')
    .select(['organiser_id', 'granted'])
    .where('email', '=', email)
    .where('list', '=', 'organiser')
    .orderBy('given_at')
    .execute()
  const latest = new Map(rows.map((row) => [row.organiser_id ?? '', row.granted]))
  return new Set([...latest].filter(([, granted]) => granted).map(([id]) => id))
}
