import type { ExpressionBuilder } from 'kysely'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** Consent to a mailing list, given or withdrawn. */
export interface Choice {
  list: Tables['marketing_consents']['list']
  /** Only for an organiser's list. */
  organiserId: string | null
  granted: boolean
  /** The exact wording agreed to. */
  wording: string
}

/** The person who gives or withdraws consent. */
export interface Subscriber {
  email: string
  userId: string | null
  saleId: string
  /**
   * Whether the email is proven. An unproven one may subscribe, which counts once the sale is paid, and take that back, but cannot
   * withdraw its owner's consent.
   */
  isProven: boolean
}

/** Records every choice that changes something, with person, time and wording, and updates the account's flags. */
export async function recordChoices(
  trx: Transaction,
  subscriber: Subscriber,
  choices: Choice[],
): Promise<void> {
  for (const choice of choices) {
    if (!choice.granted && !subscriber.isProven) {
      await forgetUnproven(trx, subscriber, choice)
      continue
    }
    if (choice.granted === (await isGranted(trx, subscriber, choice))) continue
    await trx
      .insertInto('marketing_consents')
      .values({
        email: subscriber.email,
        user_id: subscriber.userId,
        sale_id: subscriber.saleId,
        unproven_sale_id: subscriber.isProven ? null : subscriber.saleId,
        list: choice.list,
        organiser_id: choice.organiserId,
        granted: choice.granted,
        wording: choice.wording,
      })
      .execute()
    if (subscriber.userId && subscriber.isProven) await markUser(trx, subscriber.userId, choice)
  }
}

/** Wording of the newsletter's checkbox, with the configured names [MARK-04]. */
export function newsletterWording({ page }: Pick<Config, 'page'>): string {
  const named = (key: string, otherwise: string): string => {
    const name = page[key]
    return typeof name === 'string' && name.trim() ? name.trim() : otherwise
  }
  return `Send me ${named('newsletterName', `the ${named('productName', 'Foyer')} newsletter`)}`
}

/** Wording of the checkbox for event updates [MARK-05]. */
export const eventUpdatesWording = 'Send me updates about my events'

/** SQL: a consent counts: its email was proven, or its sale is paid, or is this one. */
export function countsIn(saleId: string | null) {
  return ({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'marketing_consents'>) =>
    or([
      eb('unproven_sale_id', 'is', null),
      eb('unproven_sale_id', '=', saleId),
      exists(
        selectFrom('sales')
          .select('sales.id')
          .whereRef('sales.id', '=', 'marketing_consents.unproven_sale_id')
          .where('sales.paid_at', 'is not', null),
      ),
    ])
}

/** Removes the consent that was given with an unproven email for this sale, and does not count yet. */
async function forgetUnproven(
  trx: Transaction,
  { email, saleId }: Subscriber,
  { list, organiserId }: Choice,
): Promise<void> {
  await trx
    .deleteFrom('marketing_consents')
    .where('unproven_sale_id', '=', saleId)
    .where('email', '=', email)
    .where('list', '=', list)
    .where('organiser_id', 'is not distinct from', organiserId)
    .execute()
}

async function isGranted(
  db: Database,
  { email, saleId }: Subscriber,
  { list, organiserId }: Choice,
): Promise<boolean> {
  const latest = await db
    .selectFrom('marketing_consents')
    .select('granted')
    .where('email', '=', email)
    .where('list', '=', list)
    .where('organiser_id', 'is not distinct from', organiserId)
    .where(countsIn(saleId))
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.granted ?? false
}

async function markUser(trx: Transaction, userId: string, { list, granted }: Choice): Promise<void> {
  if (list === 'organiser') return
  await trx
    .updateTable('users')
    .set(list === 'newsletter' ? { subscribed: granted } : { is_event_subscribed: granted })
    .where('id', '=', userId)
    .execute()
}
