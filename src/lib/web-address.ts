/**
 * Returns an address to link to, or null if it is not a web address, such as a script or data URL. Links may lead to any
 * host; see `safeAddress` for navigation of the page itself. A path without a leading slash starts at the site root
 * [OPEN-55].
 */
export function webAddress(address: string, origin: string = location.origin): string | null {
  if (!address.trim() || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return ['http:', 'https:'].includes(url.protocol) ? url.href : null
}
