import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Returns a phone number in the international form (E.164, "+447700900123"), or null if it cannot be one. Numbers without a
 * country code are British.
 */
export function mobileNumber(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'GB')
  return number?.isPossible() ? number.number : null
}
