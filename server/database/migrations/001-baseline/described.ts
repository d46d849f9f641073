/** Returns the statements that store what a table and its columns mean; the generated types (`tables.ts`) repeat it. */
export function described(table: string, meaning: string, columns: Record<string, string> = {}): string[] {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  return [
    ...(meaning ? [`comment on table ${table} is ${quoted(meaning)}`] : []),
    ...Object.entries(columns).map(
      ([column, text]) => `comment on column ${table}.${column} is ${quoted(text)}`,
    ),
  ]
}
