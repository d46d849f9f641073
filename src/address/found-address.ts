import type { FoundAddress } from './schemas.ts'

/** Formats a found address in one line, without the repetitions of some finders. */
export function foundAddressText({
  formatted_address,
  address_line_2,
  town,
  post_code,
}: FoundAddress): string {
  const rest = [address_line_2, town, post_code].filter((part) => part && !formatted_address.includes(part))
  return [formatted_address, ...rest].filter(Boolean).join(', ')
}

/** Returns whether a found address has all that an address must have [ADDR-16]. */
export function isWhole(address: FoundAddress | null): boolean {
  return Boolean(address?.formatted_address && address.town && address.post_code)
}
