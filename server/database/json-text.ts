import { sql } from 'kysely'

/** SQL for the text of a key in a JSON column. Kysely's own `->>` needs a type that names the keys. */
export function jsonText(column: string, key: string) {
  return sql<string>`${sql.ref(column)}->>${sql.lit(key)}`
}
