const SCHEME = /^[a-z][a-z\d+.-]*:/i
const AUTHORITY = /^https?:\/\/([^/?#]*)/i
// Backslash counts as a slash in browsers; white space and control characters are dropped or split headers.
const UNSAFE = /[\s\p{Cc}\\]|%0[ad]/iu
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export type AddressRules = {
  /** Other hosts the buyer may be sent to, by https, spelled exactly and with the port when it is not 443. */
  allowedHosts: readonly string[]
  /** The page's own origin. */
  origin?: string
}

/**
 * The address to go to, or null when it is not to be trusted [S24]. Trusted are paths of this site (a path without
 * a leading slash is meant from the site's root) and https addresses of this site and of allowed hosts; plain http
 * only on this very machine. The host must be written as it will be reached: no user name, no look-alike letters.
 */
export function safeAddress(
  address: string,
  { allowedHosts, origin = location.origin }: AddressRules,
): string | null {
  if (!address || address.startsWith('//') || UNSAFE.test(address)) return null
  const authority = AUTHORITY.exec(address)?.[1]
  if (authority === undefined && SCHEME.test(address)) return null
  if (!URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  if (authority !== undefined) {
    if (authority.toLowerCase() !== url.host) return null
    if (url.protocol !== 'https:' && !LOCAL.test(url.host)) return null
    if (url.origin !== origin)
      return url.protocol === 'https:' && allowedHosts.includes(url.host) ? url.href : null
  }
  // "/.//host" becomes "//host", which a browser would leave the site for.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}
