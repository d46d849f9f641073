const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether a text is an id of the database. PostgreSQL rejects a query for any other id. */
export function isUuid(text: string): boolean {
  return pattern.test(text)
}
