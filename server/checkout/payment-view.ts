import type { Basket } from '#server/basket/read-basket.ts'
import type { Totals } from '#server/basket/totals.ts'
import { monthsLater } from '#server/catalogue/dates.ts'
import type { Reader } from '#server/database/connect.ts'

/** A payment plan of `months` instalments, the first due today; amounts in pence. */
export interface PaymentPlan {
  months: number
  label: string
  schedule: { due: Date; amount: number }[]
}

/**
 * Returns the payment plans of a basket [ENTI-11, ENTI-31]: those that all its plan tickets allow and that end before the
 * first event. The price of plan tickets is split into equal monthly instalments. Today's payment is the first one, the
 * tickets that must be paid in full, and all fees.
 */
export function paymentPlans({ tickets, now }: Basket, totals: Totals): PaymentPlan[] {
  const planned = tickets.filter((line) => line.plan_months.length > 0)
  const [first] = planned
  if (!first) return []
  const price = planned.reduce(
    (sum, line) => sum + (line.price - (totals.discounts[line.ticket_type_id] ?? 0)) * line.qty,
    0,
  )
  const spread = Math.min(price, totals.total)
  const starts = new Date(Math.min(...planned.map((line) => line.starts_at.getTime())))
  return first.plan_months
    .filter((months) => planned.every((line) => line.plan_months.includes(months)))
    .filter((months) => months > 1 && monthsLater(now, months - 1) < starts)
    .toSorted((a, b) => a - b)
    .map((months) => {
      const part = Math.floor(spread / months)
      const today = { due: now, amount: totals.total - part * (months - 1) }
      const later = Array.from({ length: months - 1 }, (_, i) => ({
        due: monthsLater(now, i + 1),
        amount: part,
      }))
      return { months, label: `Over ${months} months`, schedule: [today, ...later] }
    })
}

/** Returns whether instalments of the sale are still due. */
export async function hasOpenInstalments(db: Reader, saleId: string): Promise<boolean> {
  const open = await db
    .selectFrom('instalments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('payment_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Reads a signed-in buyer's saved cards [ENTI-32]. */
export async function readSavedCards(db: Reader, userId: string | null) {
  if (!userId) return []
  const cards = await db
    .selectFrom('user_cards')
    .selectAll()
    .where('user_id', '=', userId)
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
