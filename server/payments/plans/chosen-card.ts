import type { Buyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import { isUuid } from '#server/database/uuid.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Card, StripeProvider } from '#server/providers/payment-provider.ts'

import { customerFor } from './customer.ts'

/** The card that the buyer chose: a saved one by the shop's id, or a new one by the provider's. */
export type CardChoice = { savedId: string } | { newMethodId: string; makesDefault: boolean }

/** A card that can be charged now and later, with the customer that it belongs to. */
export interface ChosenCard {
  customer: string
  card: Omit<Card, 'customer'>
  isNew: boolean
}

/**
 * Finds the buyer's saved card, or reads a new one from the provider, whatever the page says about it. Throws `HttpError`
 * 404 if the card is not the buyer's or belongs to another organiser, 422 if the provider does not know it; `Unreachable`.
 */
export async function findChosenCard(
  db: Database,
  cards: StripeProvider,
  choice: CardChoice,
  buyer: Buyer,
  sale: { saleId: string; account: string },
): Promise<ChosenCard> {
  if ('savedId' in choice) return findSavedCard(db, choice.savedId, buyer, sale.account)
  const read = await cards.readCard(choice.newMethodId, sale.account)
  if (!read) throw unknownCard()
  const { customer: owner, ...card } = read
  const customer = await customerFor(db, cards, buyer, sale)
  if (owner !== null && owner !== customer) throw unknownCard()
  return { customer, card, isNew: true }
}

async function findSavedCard(
  db: Database,
  id: string,
  { userId }: Buyer,
  account: string,
): Promise<ChosenCard> {
  if (!isUuid(id)) throw notSaved()
  const saved = await db
    .selectFrom('user_cards')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .executeTakeFirst()
  if (!saved) throw notSaved()
  return {
    customer: saved.provider_customer_id,
    card: {
      methodId: saved.provider_method_id,
      brand: saved.brand,
      last4: saved.last4,
      expiryMonth: saved.expiry_month,
      expiryYear: saved.expiry_year,
      funding: saved.funding,
      fingerprint: saved.fingerprint,
    },
    isNew: false,
  }
}

function notSaved(): HttpError {
  return new HttpError(404, 'This card is not saved. Please choose another one')
}

function unknownCard(): HttpError {
  return new HttpError(422, 'This card cannot be used. Please enter it again')
}
