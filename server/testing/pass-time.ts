import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'

/** Lets time pass for these sales only, at the shop and its simulated providers, so that others can run meanwhile. */
export async function passTime(db: Database, saleIds: string[], seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds}::float8)`
  const ids = sql`${saleIds}::uuid[]`
  await sql`update sales set held_until = held_until - ${by}, paid_at = paid_at - ${by} where id = any(${ids})`.execute(
    db,
  )
  await sql`update payment_attempts set created_at = created_at - ${by}, next_try_at = next_try_at - ${by}
    where sale_id = any(${ids})`.execute(db)
  await sql`update payments set next_try_at = next_try_at - ${by} where sale_id = any(${ids})`.execute(db)
  for (const key of ['completes_at', 'settles_at'])
    await sql`update sandbox_records
      set data = data || jsonb_build_object(${key}::text, (data->>${key}::text)::timestamptz - ${by})
      where data->>${key}::text <> '' and idempotency_key in (
        select unnest(array[id::text, 'square ' || id]) from payment_attempts where sale_id = any(${ids})
      )`.execute(db)
}
