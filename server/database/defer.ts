import { CompiledQuery, type Compilable, type Kysely } from 'kysely'

import type { Tables } from './tables.ts'

interface Answer {
  rows?: unknown[]
}

/** The answers to deferred statements, by their parameters, which the driver gets as they are. */
const answers = new WeakMap<readonly unknown[], Answer>()

/**
 * Sends a statement of a transaction together with the next one, or with the commit, so that nobody waits a round trip for it.
 * If it fails, the next one throws its error. Outside a transaction it is sent at once. Returns a function that returns its
 * rows, once the next one was answered.
 */
export async function defer<Row>(
  db: Kysely<Tables>,
  statement: Compilable<Row> | CompiledQuery<Row>,
): Promise<() => Row[]> {
  const { sql, parameters } = 'compile' in statement ? statement.compile() : statement
  const marked = CompiledQuery.raw(sql, [...parameters])
  if (!db.isTransaction) {
    const { rows } = await db.executeQuery<Row>(marked)
    return () => rows
  }
  const answer: Answer = {}
  answers.set(marked.parameters, answer)
  await db.executeQuery(marked)
  return () => {
    if (!answer.rows) throw new Error('The statement was not sent yet')
    // The statement says what its rows are.
    return answer.rows as Row[]
  }
}

/** Returns whether a statement with these parameters was deferred by `later`. */
export function isDeferred(parameters: readonly unknown[]): boolean {
  return answers.has(parameters)
}

/** Notes the rows of a statement that was deferred by `later`. */
export function noteRows(parameters: readonly unknown[], rows: unknown[]): void {
  const answer = answers.get(parameters)
  if (answer) answer.rows = rows
}
