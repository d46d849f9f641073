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
