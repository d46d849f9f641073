import { webAddress } from './web-address.ts'

/** Returns an address to link to, of a page, an email or a phone; null for any other, such as a script. See `webAddress`. */
export function linkAddress(address: string, origin: string = location.origin): string | null {
  const typed = address.trim()
  return /^(?:mailto|tel):/i.test(typed) ? typed : webAddress(typed, origin)
}
