import { readUrl } from '#src/lib/read-url.ts'

/** What stands for something that may be personal. */
const hidden = '*'

/**
 * Returns an address without query, hash, and whatever is no plain word in its path, such as a reference or a token [L11].
 * Scripts and styles keep their names, which source maps are found by.
 */
export function scrubAddress(address: string): string {
  const url = readUrl(address, location.href)
  if (!url) return hidden
  const { origin, pathname, protocol } = url
  return protocol.startsWith('http') ? origin + scrubPath(pathname) : protocol
}

function scrubPath(path: string): string {
  if (/^\/(?:assets\/[\w-]+\.\w+)?$/.test(path)) return path
  const parts = path.split('/')
  return parts.map((part) => (/^[a-z_-]{0,40}(?:\.[a-z]{2,5})?$/.test(part) ? part : hidden)).join('/')
}

const addresses = /\b(?:https?|wss?):\/\/[^\s"'<>()\\]+/g
/** Addresses without a host, such as `/orders/K7XQ42MN?token=Ab3`. */
const paths = /(?<![\w.:/*<~-])(\/[^\s"'<>()\\?#]*)(?:[?#][^\s"'<>()\\]*)?/g
// Of limited length: without it, a long text without an address would be searched again from each of its letters.
const emails = /[^\s"'<>()=:;,/@]{1,64}@[^\s"'<>()=:;,/@]{1,255}\.[a-z]{2,}/gi
/** Attributes of a selector that may be texts, such as `[aria-label="…"]`. */
const spokenAttributes = /\[(?:aria-label|title|alt|placeholder|value)="(?:[^"\\]|\\.)*"\]/g

/** Returns a text without email addresses, labels in selectors, and private parts of web addresses. */
export function scrubText(text: string): string {
  return text
    .replace(spokenAttributes, '')
    .replace(addresses, scrubAddress)
    .replace(paths, (_, path: string) => scrubPath(path))
    .replace(emails, hidden)
}

// Engines quote names of properties with these words.
const quotes = /(?<!\((?:reading|setting) )(["'`“‘])(?:(?!\1|[”’]).)*["'`”’]/gs

/**
 * Returns the message of an error also without what it quotes and without long numbers: parsers quote the text that they
 * fail at.
 */
export function scrubMessage(message: string): string {
  return scrubText(message)
    .replace(quotes, hidden)
    .replace(/\d[\d\s-]{3,}\d/g, hidden)
}

/** Returns a copy of plain data with every text scrubbed, except those in `kept`. */
export function scrubData(data: unknown, kept: ReadonlySet<string>): unknown {
  if (typeof data === 'string') return kept.has(data) ? data : scrubText(data)
  if (Array.isArray(data)) return data.map((item) => scrubData(item, kept))
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data)) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, scrubData(value, kept)]))
}
