import { sql, type Kysely } from 'kysely'

/** A migration step that runs the given statements one after the other. */
export function inOrder(statements: string[]) {
  return async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}
