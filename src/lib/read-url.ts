/** Reads an address; null if it is none. `URL.parse` and `URL.canParse` are missing in Safari before 17. */
export function readUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
