import type { FoundAddress } from '#src/api/schemas/address.ts'

/** A found address in one line. Some finders repeat the town and the postcode in its first part: said once. */
export function foundAddressText({
  formatted_address,
  address_line_2,
  town,
  post_code,
}: FoundAddress): string {
  const rest = [address_line_2, town, post_code].filter((part) => part && !formatted_address.includes(part))
  return [formatted_address, ...rest].filter(Boolean).join(', ')
}
