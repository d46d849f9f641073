import { randomBytes } from 'node:crypto'

import type { Database } from '#server/database/connect.ts'

type Kind =
  | 'payment_method'
  | 'customer'
  | 'setup_intent'
  | 'payment_intent'
  | 'square_card'
  | 'square_card_use'
  | 'square_payment'
  | 'refund'
  | 'dispute'
  | 'bank_payment'
  | 'captcha_token'
  | 'armed_reply'

/** Stores a simulator's object. With a repeated idempotency key it returns the first object. */
export async function keepRecord<T extends object>(
  db: Database,
  kind: Kind,
  record: T & { id: string },
  idempotencyKey: string | null = null,
): Promise<T & { id: string }> {
  await db
    .insertInto('sandbox_records')
    .values({ id: record.id, kind, idempotency_key: idempotencyKey, data: JSON.stringify(record) })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
  return (idempotencyKey && (await findByKey<T & { id: string }>(db, idempotencyKey))) || record
}

export async function findRecord<T extends object>(db: Database, kind: Kind, id: string): Promise<T | null> {
  const row = await db
    .selectFrom('sandbox_records')
    .select('data')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  // Records of a kind are written with this type.
  return (row?.data as T | undefined) ?? null
}

/** Finds records by their ids, in that order; null where there is none. */
export async function findRecords<T extends object>(
  db: Database,
  kind: Kind,
  ids: string[],
): Promise<(T | null)[]> {
  const rows = await db
    .selectFrom('sandbox_records')
    .select(['id', 'data'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('kind', '=', kind)
    .execute()
  return ids.map((id) => (rows.find((row) => row.id === id)?.data as T | undefined) ?? null)
}

/** Finds the record that was stored with an idempotency key. */
export async function findByKey<T extends object>(db: Database, idempotencyKey: string): Promise<T | null> {
  const row = await db
    .selectFrom('sandbox_records')
    .select('data')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return (row?.data as T | undefined) ?? null
}

export async function changeRecord(db: Database, record: { id: string }): Promise<void> {
  await db
    .updateTable('sandbox_records')
    .set({ data: JSON.stringify(record) })
    .where('id', '=', record.id)
    .execute()
}

/** Deletes a record and returns whether it existed; true for only one of several simultaneous calls. */
export async function takeRecord(db: Database, kind: Kind, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sandbox_records')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes an id in the provider's style: `pm_…`, `pi_…`. */
export function newRecordId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`
}
