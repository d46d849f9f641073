import { type Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { jsonText } from '#server/database/json-text.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { isUuid } from '#server/database/uuid.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'

export type SavedCard = Selectable<Tables['user_cards']>

/** A saved card, and whether an instalment plan charges it, or a payment that is in progress. */
export interface SavedCardInUse extends SavedCard {
  isUsed: boolean
}

/** Reads a user's saved cards, the default ones first. */
export async function readSavedCards(db: Database, userId: string): Promise<SavedCardInUse[]> {
  const cards = await db
    .selectFrom('user_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return Promise.all(cards.map(async (card) => ({ ...card, isUsed: await isUsed(db, card) })))
}

/** Makes a user's card the default of its account at the provider. Throws `HttpError` 404 if it is not theirs. */
export function makeDefault(db: Database, userId: string, cardId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    await clearDefault(trx, userId, await lockCard(trx, userId, cardId))
    await trx.updateTable('user_cards').set({ is_default: true }).where('id', '=', cardId).execute()
  })
}

/** Makes no card of a user's account at the provider the default, before another one is. The user's row is locked. */
export async function clearDefault(
  trx: Transaction,
  userId: string,
  { provider, account }: Pick<SavedCard, 'provider' | 'account'>,
): Promise<void> {
  await trx
    .updateTable('user_cards')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('account', '=', account)
    .execute()
}

/**
 * Removes a user's card here and at the provider. It is forgotten here first, so that it is never charged again even if the
 * provider does not answer; then it is kept, to be removed later. Throws `HttpError` 404 if it is not theirs, 409 if it is
 * used, `Unreachable` if the provider does not answer.
 */
export async function removeCard(
  { db, providers }: PaymentContext,
  userId: string,
  cardId: string,
): Promise<void> {
  const card = await inTransaction(db, async (trx) => {
    const locked = await lockCard(trx, userId, cardId)
    if (await isUsed(trx, locked))
      throw new HttpError(409, 'A payment plan uses this card. Choose another card for the plan first')
    await trx.deleteFrom('user_cards').where('id', '=', cardId).execute()
    return locked
  })
  try {
    await providers.cards.removeCard(card.provider_method_id, card.account)
  } catch (error) {
    await db
      .insertInto('user_cards')
      .values({ ...card, is_default: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    throw error
  }
}

/** Locks a user's card. Throws `HttpError` 404 if it is not theirs. */
export async function lockCard(trx: Transaction, userId: string, cardId: string): Promise<SavedCard> {
  if (!isUuid(cardId)) throw noSuchCard()
  // One change at a time, because an account has one default card.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const card = await trx
    .selectFrom('user_cards')
    .selectAll()
    .where('id', '=', cardId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!card) throw noSuchCard()
  return card
}

function noSuchCard(): HttpError {
  return new HttpError(404, 'There is no such card')
}

async function isUsed(db: Database, { provider_method_id }: SavedCard): Promise<boolean> {
  const plan = db
    .selectFrom('payment_plans')
    .select('sale_id')
    .where('provider_method_id', '=', provider_method_id)
    .where('status', '!=', 'completed')
  // It may be the first payment of a plan.
  const payment = db
    .selectFrom('payment_attempts')
    .select('sale_id')
    .where('status', '=', 'open')
    .where(jsonText('details', 'paymentMethodId'), '=', provider_method_id)
  return (await plan.unionAll(payment).executeTakeFirst()) !== undefined
}
