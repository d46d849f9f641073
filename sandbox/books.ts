import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { renderMail } from '#server/outbox/render-mail.ts'

/** What the books of a shop hold of a sale; all money is in pence. */
export interface Books {
  isPaid: boolean
  isHeld: boolean
  /** The total that was to be paid; null before the first attempt to pay. */
  total: number | null
  attempts: { status: string; method: string; amount: number }[]
  charges: { amount: number; currency: string }[]
  refunds: { amount: number; status: string }[]
  /** The text of the mail that confirms the order; null without an order. */
  receipt: string | null
}

/** Reads what the books of a shop hold of the sale with this reference; null if there is none. */
export async function readBooks(db: Database, config: Config, reference: string): Promise<Books | null> {
  const sale = await db
    .selectFrom('sales')
    .select(['id', 'paid_at', 'held_until', 'total'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!sale) return null
  const attempts = await db
    .selectFrom('payment_attempts')
    .select(['status', 'method', 'amount'])
    .where('sale_id', '=', sale.id)
    .orderBy('created_at')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select(['kind', 'status', 'amount', 'currency'])
    .where('sale_id', '=', sale.id)
    .execute()
  const mail = await db
    .selectFrom('outbox')
    .select(['key', 'payload'])
    .where('key', '=', `receipt:${sale.id}`)
    .executeTakeFirst()
  return {
    isPaid: sale.paid_at !== null,
    isHeld: sale.held_until !== null,
    total: sale.total,
    attempts,
    charges: payments.flatMap(({ kind, amount, currency }) =>
      kind === 'charge' ? [{ amount, currency }] : [],
    ),
    refunds: payments.flatMap(({ kind, amount, status }) => (kind === 'refund' ? [{ amount, status }] : [])),
    receipt: mail ? (await renderMail(mail, config)).text : null,
  }
}
