import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { jsonText } from '#server/database/json-text.ts'

import { findByKey } from './records.ts'

/** The field of a refund's amount, by which the providers' refunds differ: Stripe's, Square's, TrueLayer's. */
type AmountField = 'amount' | 'amount_money' | 'amount_in_minor'

/** A refund as its simulator has stored it, and when. */
interface Made<Refund> {
  refund: Refund
  madeAt: Date
}

interface Filter {
  payment?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Reads refunds of a provider, newest first. */
export async function readRefunds<Refund extends object>(
  db: Database,
  field: AmountField,
  { payment, from, to }: Filter,
): Promise<Made<Refund>[]> {
  const paymentField = field === 'amount' ? 'payment_intent' : 'payment_id'
  const rows = await db
    .selectFrom('sandbox_records')
    .select(['data', 'created_at'])
    .where('kind', '=', 'refund')
    .where(sql<boolean>`jsonb_exists(data, ${field})`)
    .$if(payment !== undefined, (query) => query.where(jsonText('data', paymentField), '=', payment ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to ?? new Date(0)))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  // Each simulator reads what it has written.
  return rows.map(({ data, created_at }) => ({ refund: data as Refund, madeAt: created_at }))
}

const failed = new Set(['failed', 'canceled', 'FAILED', 'REJECTED'])

interface Wanted {
  payment: string
  /** Pence. */
  paid: number
  amount: number
  /** The request's idempotency key; its own refund does not count. */
  key: string
}

/** Whether an amount is more than what is left of a payment after its refunds. */
export async function exceedsPayment(
  db: Database,
  field: AmountField,
  { payment, paid, amount, key }: Wanted,
): Promise<boolean> {
  const made = await readRefunds<Record<string, unknown> & { status: string }>(db, field, { payment })
  const refunded = made
    .filter(({ refund }) => !failed.has(refund.status))
    .reduce((sum, { refund }) => sum + penceOf(refund[field]), 0)
  return refunded + amount > paid && !(await findByKey(db, key))
}

function penceOf(amount: unknown): number {
  return typeof amount === 'number' ? amount : (amount as { amount: number }).amount
}
