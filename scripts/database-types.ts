import { readFileSync, writeFileSync } from 'node:fs'

import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { format, resolveConfig } from 'prettier'

import { migrate } from '#server/database/migrate.ts'
import { openPglitePool } from '#server/database/postgres-pool.ts'
import type { Tables } from '#server/database/tables.ts'

import { tableTypes, type Check, type Column } from './table-types.ts'

/**
 * `npm run database-types`: writes the types of the tables, `server/database/tables.ts`, from a database that it migrates in
 * memory. `npm run database-types -- --check` fails if the file differs.
 */
const file = 'server/database/tables.ts'

async function readDatabase(): Promise<[Column[], Check[]]> {
  const pglite = await PGlite.create('memory://')
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPglitePool(pglite) }) })
  await migrate(db)
  // In the order of the migrations.
  const columns = await sql<Column>`
    select c.relname as table, obj_description(c.oid, 'pg_class') as "tableMeaning", a.attname as name, t.typname as type,
      not a.attnotnull as "isNullable", a.atthasdef as "hasDefault", a.attidentity = 'a' as "isNumbered",
      col_description(c.oid, a.attnum) as meaning
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'kysely_migration'
    order by c.oid, a.attnum`.execute(db)
  const checks = await sql<Check>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
  await db.destroy()
  await pglite.close()
  return [columns.rows, checks.rows]
}

const source = tableTypes(...(await readDatabase()))
const text = await format(source, { ...(await resolveConfig(file)), filepath: file })
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${file} differs from the migrated database: npm run database-types`)
  process.exitCode = 1
}
