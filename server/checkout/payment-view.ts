import type { Basket } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'

/** Reads a signed-in buyer's cards that were saved at the basket's organiser [ENTI-32]; cards cannot pay elsewhere. */
export async function readCardViews(db: Database, userId: string | null, { organisers }: Basket) {
  const [organiser] = organisers
  if (!userId || organiser?.provider === 'square') return []
  const cards = await db
    .selectFrom('user_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', 'stripe')
    .where('account', '=', organiser?.merchant_id ?? '')
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
  return cards.map((card) => ({
    payment_method_id: card.id,
    card_type: ['visa', 'mastercard', 'amex'].includes(card.brand) ? card.brand : 'other',
    last4digits: card.last4,
    expiry: `${String(card.expiry_month).padStart(2, '0')}/${card.expiry_year}`,
    is_default: card.is_default,
  }))
}
