import { sql, type Kysely } from 'kysely'

/** Makes a migration step that runs the statements in order. */
export function inOrder(statements: string[]) {
  return async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}
