const LONGEST_EMAIL = 254
// No white space or invisible characters; letters of every script, as in domain names.
const WORD = '[^\\s\\p{C}@"(),:;<>[\\\\\\].]+'
const LABEL = '[\\p{L}\\d](?:[\\p{L}\\p{M}\\d-]{0,61}[\\p{L}\\p{M}\\d])?'
const EMAIL = new RegExp(`^${WORD}(?:\\.${WORD})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, 'u')
const PHONE = /^(?:\(?\+)?[\d ().-]+$/
const FEWEST_PHONE_DIGITS = 9

/**
 * Returns whether a text is exactly one email address: name, @ and a domain with a dot. Shared by page and server
 * [ACCT-13, PAYM-28].
 */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text)
}

/** Returns whether a text is a full name: at least two words [PAYM-27]. */
export function isFullName(text: string): boolean {
  return /\s/.test(text.trim())
}

/**
 * Returns whether a text is a phone number: at least 9 digits, with separators (space, dash, dot, brackets) and an
 * optional leading + [ADDR-14, OPEN-13].
 */
export function isPhone(text: string): boolean {
  return PHONE.test(text) && text.replace(/\D/g, '').length >= FEWEST_PHONE_DIGITS
}
