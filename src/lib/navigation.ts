import { readUrl } from './read-url.ts'

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const AUTHORITY = /^https?:\/\/([^/?#]*)/i
// Backslash counts as a slash in browsers; white space and control characters are dropped or split headers.
const UNSAFE = /[\s\p{Cc}\\]|%0[ad]/iu
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export type AddressRules = {
  /** Other hosts that the page may open by HTTPS, with the port unless it is 443. */
  allowedHosts: readonly string[]
  /** The page's own origin. */
  origin?: string
}

/**
 * Returns the address to open, or null for an untrusted one [S24]. Trusted are paths of this site, with or without a
 * leading slash, and HTTPS addresses of this site and of allowed hosts; plain HTTP only on localhost. Hosts with a user
 * name or look-alike letters are rejected.
 */
export function safeAddress(
  address: string,
  { allowedHosts, origin = location.origin }: AddressRules,
): string | null {
  if (!address || address.startsWith('//') || UNSAFE.test(address)) return null
  const authority = AUTHORITY.exec(address)?.[1]
  if (authority === undefined && SCHEME.test(address)) return null
  const url = readUrl(address, origin)
  if (!url) return null
  if (authority !== undefined) {
    if (authority.toLowerCase() !== url.host) return null
    if (url.protocol !== 'https:' && !LOCAL.test(url.host)) return null
    if (url.origin !== origin)
      return url.protocol === 'https:' && allowedHosts.includes(url.host) ? url.href : null
  }
  // "/.//host" becomes "//host", which leads to another site.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}
