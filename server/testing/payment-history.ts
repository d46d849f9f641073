import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'

/** What a payment changes, at the shop and at the simulated providers. */
const tables = ['sales', 'payment_attempts', 'payments', 'seat_claims', 'sandbox_records']

/** Fields that say nothing about how a payment ended. */
const noise = [
  ...['created_at', 'updated_at', 'next_try_at', 'asked_at', 'completes_at', 'settles_at', 'tries'],
  ...['details', 'session_id', 'asked_from', 'held_from', 'metadata', 'client_secret', 'next_action'],
  ...['payment_method', 'return_url', 'return_uri', 'object'],
]

/**
 * Has the database note every later change of payments with its time and its transaction, so that a test that fails once in
 * thousands of runs can say what has happened; see `readHistory`.
 */
export async function noteHistory(db: Database): Promise<void> {
  await sql`create table payment_history (
    id bigserial primary key,
    at timestamptz not null default clock_timestamp(),
    transaction bigint not null default txid_current(),
    changed text not null,
    row jsonb not null,
    changes jsonb not null
  )`.execute(db)
  // What a simulated provider knows is in the column `data`. A new row's empty fields are left out.
  await sql`create function note_history() returns trigger language plpgsql as $$
    declare
      before jsonb := case tg_op when 'INSERT' then '{}' else to_jsonb(old) end;
      after jsonb := case tg_op when 'DELETE' then '{}' else to_jsonb(new) end;
      known jsonb := before || coalesce(before -> 'data', '{}');
    begin
      insert into payment_history (changed, row, changes)
      select tg_table_name, before || after, coalesce(jsonb_object_agg(key, value), '{"is_deleted": true}')
      from jsonb_each(after || coalesce(after -> 'data', '{}'))
      where known -> key is distinct from value and key <> all (${sql.lit(`{${['data', ...noise].join()}}`)}::text[])
        and (tg_op = 'UPDATE' or value not in ('null', '""', 'false', '0'))
      having count(*) > 0 or tg_op = 'DELETE';
      return null;
    end $$`.execute(db)
  for (const table of tables)
    await sql`create trigger note_history after insert or update or delete on ${sql.table(table)}
      for each row execute function note_history()`.execute(db)
}

/** Reads the changes of a sale and its payments, oldest first: time, transaction, table, start of the row's id, new values. */
export async function readHistory(db: Database, saleId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select id from payment_attempts where sale_id = ${saleId}
      union all
      select id from payments where sale_id = ${saleId}
    )
    select concat_ws(' ', to_char(at at time zone 'UTC', 'HH24:MI:SS.MS'), transaction, changed,
      left(coalesce(row ->> 'id', row ->> 'label'), 8), changes) as line
    from payment_history
    where row ->> 'sale_id' = ${saleId}::text or row ->> 'id' = ${saleId}::text or row ->> 'idempotency_key' in (
      select unnest(array[id::text, 'square ' || id, 'square refund ' || id]) from own)
    order by payment_history.id`.execute(db)
  return rows.map(({ line }) => line)
}
