/**
 * An address to link to, as the buyer's browser should follow it, or null for what is no web address at all (script
 * and data addresses among them). Links may lead anywhere on the web; for where the page itself goes, see
 * `safeAddress`. A path without a leading slash is meant from the site's root [OPEN-55].
 */
export function webAddress(address: string, origin: string = location.origin): string | null {
  if (!address.trim() || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return ['http:', 'https:'].includes(url.protocol) ? url.href : null
}
