import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { interval } from '#server/database/shop-time.ts'
import { deliverWaiting } from '#server/delivery/deliver-order.ts'
import { syncSeats } from '#server/seats/sync-seats.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'

import { chargeDue } from './plans.ts'
import { sweep } from './sweep.ts'
import type { TestShop } from './test-shop.ts'

/** Lets time pass for these sales only, at the shop and its simulated providers, so that others can run meanwhile. */
export async function passTime(db: Database, saleIds: string[], seconds: number): Promise<void> {
  const by = interval(seconds)
  const ids = sql`${saleIds}::uuid[]`
  const endOf = (key: string) => sql`update sandbox_records
    set data = data || jsonb_build_object(${key}::text, (data->>${key}::text)::timestamptz - ${by})
    where data->>${key}::text <> '' and idempotency_key in (
      select unnest(array[id::text, 'square ' || id]) from payment_attempts where sale_id = any(${ids})
    )`
  const changes = [
    sql`update sales set held_until = held_until - ${by}, paid_at = paid_at - ${by} where id = any(${ids})`,
    sql`update payment_attempts set created_at = created_at - ${by}, next_try_at = next_try_at - ${by}
      where sale_id = any(${ids})`,
    sql`update payments set created_at = created_at - ${by}, next_try_at = next_try_at - ${by}
      where sale_id = any(${ids})`,
    sql`update instalments set due_at = due_at - ${by}, next_try_at = next_try_at - ${by}
      where sale_id = any(${ids})`,
    sql`update seat_claims set kept_until = kept_until - ${by}, token_ends_at = token_ends_at - ${by},
      next_try_at = next_try_at - ${by} where sale_id = any(${ids})`,
    sql`update sandbox_hold_tokens set expires_at = expires_at - ${by} where token in (
      select token from seat_claims where sale_id = any(${ids})
      union all
      select chart_token from sale_seats where sale_id = any(${ids})
    )`,
    endOf('completes_at'),
    endOf('settles_at'),
  ]
  for (const change of changes)
    await db.transaction().execute(async (trx) => {
      // Time waits for no lock timeout.
      await sql`set local lock_timeout = 0`.execute(trx)
      await change.execute(trx)
    })
}

/** Does the work of the shop's jobs once, except sending mail. */
export async function runJobs(worker: TestShop): Promise<void> {
  await sweep(worker)
  await releaseExpired(worker.db)
  await syncSeats({ db: worker.db, providers: connectProviders(worker), log: () => {} })
  await chargeDue(worker)
  await deliverWaiting(worker.db, (fields) => void worker.logged.push(fields))
}

/** Lets time pass and jobs run until every payment, refund, delivery and hold of these sales has ended. */
export async function endPayments(worker: TestShop, saleIds: string[]): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await passTime(worker.db, saleIds, 16 * 60)
    await runJobs(worker)
  }
}
