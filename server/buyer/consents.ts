import type { Config } from '#server/config.ts'
import type { Reader } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Work } from '#server/database/transaction.ts'

/** Who may write to whom about what, as somebody said so or took it back. */
export interface Choice {
  list: Tables['marketing_consents']['list']
  /** Only for the list of an organiser. */
  organiserId: string | null
  granted: boolean
  /** What was agreed to, word for word. */
  wording: string
}

/** Whose word it is. */
export interface Subscriber {
  email: string
  userId: string | null
  saleId: string
  /** The email is certainly the buyer's own: others may ask for mails, but not take back what its owner wished. */
  isProven: boolean
}

/** Keeps every choice that changes something, with who, when and which words; an account's own marks follow. */
export async function recordChoices(trx: Work, subscriber: Subscriber, choices: Choice[]): Promise<void> {
  for (const choice of choices) {
    if (!choice.granted && !subscriber.isProven) continue
    if (choice.granted === (await isGranted(trx, subscriber.email, choice))) continue
    await trx
      .insertInto('marketing_consents')
      .values({
        email: subscriber.email,
        user_id: subscriber.userId,
        sale_id: subscriber.saleId,
        list: choice.list,
        organiser_id: choice.organiserId,
        granted: choice.granted,
        wording: choice.wording,
      })
      .execute()
    if (subscriber.userId && subscriber.isProven) await markUser(trx, subscriber.userId, choice)
  }
}

/** The newsletter's wording as the page shows it, whose name a shop may change [MARK-04]. */
export function newsletterWording({ page }: Pick<Config, 'page'>): string {
  const named = (key: string, otherwise: string): string => {
    const name = page[key]
    return typeof name === 'string' && name.trim() ? name.trim() : otherwise
  }
  return `Send me ${named('newsletterName', `the ${named('productName', 'Foyer')} newsletter`)}`
}

/** The wording of event updates as the page shows it [MARK-05]. */
export const eventUpdatesWording = 'Send me updates about my events'

async function isGranted(db: Reader, email: string, { list, organiserId }: Choice): Promise<boolean> {
  const latest = await db
    .selectFrom('marketing_consents')
    .select('granted')
    .where('email', '=', email)
    .where('list', '=', list)
    .where('organiser_id', 'is not distinct from', organiserId)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.granted ?? false
}

async function markUser(trx: Work, userId: string, { list, granted }: Choice): Promise<void> {
  if (list === 'organiser') return
  await trx
    .updateTable('users')
    .set(list === 'newsletter' ? { subscribed: granted } : { is_event_subscribed: granted })
    .where('id', '=', userId)
    .execute()
}
