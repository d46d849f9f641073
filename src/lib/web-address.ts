import { readUrl } from './read-url.ts'

/** A normalised web address, whose host has no user name in front of it. */
const web = /^https?:\/\/[^/@]+\//

/**
 * Returns an address to link to, or null if it is not a web address, such as a script or data URL, or if it has a user name,
 * which hides where it leads. Links may lead to any host; see `safeAddress` for navigation of the page itself. A path
 * without a leading slash starts at the site root [OPEN-55].
 */
export function webAddress(address: string, origin: string = location.origin): string | null {
  const { href = '' } = (address.trim() && readUrl(address, origin)) || {}
  return web.test(href) ? href : null
}

/** Returns whether `webAddress` returns an address, on a site of any name. */
export function isWebAddress(address: string): boolean {
  return webAddress(address, anySite) !== null
}

/** Stands for the site's own address where only the kind of a link matters. */
export const anySite = 'https://shop.example'
