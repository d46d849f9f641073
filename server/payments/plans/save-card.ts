import type { Transaction } from '#server/database/transaction.ts'

import type { PlanTerms } from './plan-terms.ts'
import { clearDefault } from './saved-cards.ts'

type NewCard = Pick<PlanTerms, 'provider' | 'account' | 'customer' | 'card' | 'makesDefault'>

/**
 * Saves a user's card for an organiser's account, as the default if asked or if it is the first. A card that is saved there
 * already is replaced.
 */
export async function saveCard(trx: Transaction, userId: string, saved: NewCard): Promise<void> {
  const { provider, account, customer, card } = saved
  // One at a time, because an account has one default card.
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return
  const cards = await trx
    .selectFrom('user_cards')
    .select(['id', 'provider_method_id', 'fingerprint', 'is_default'])
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('account', '=', account)
    .execute()
  const same = cards.find(
    ({ provider_method_id, fingerprint }) =>
      provider_method_id === card.methodId || (fingerprint !== '' && fingerprint === card.fingerprint),
  )
  const isDefault = saved.makesDefault || cards.every((one) => !one.is_default) || same?.is_default === true
  if (isDefault) await clearDefault(trx, userId, saved)
  const row = {
    provider_customer_id: customer,
    provider_method_id: card.methodId,
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    funding: card.funding,
    is_default: isDefault,
  }
  if (same) await trx.updateTable('user_cards').set(row).where('id', '=', same.id).execute()
  else
    await trx
      .insertInto('user_cards')
      .values({ ...row, user_id: userId, provider, account, fingerprint: card.fingerprint })
      .execute()
}
