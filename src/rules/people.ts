const LONGEST_EMAIL = 254
// Neither white space nor what cannot be seen; letters of every script, as domains have them.
const WORD = '[^\\s\\p{C}@"(),:;<>[\\\\\\].]+'
const LABEL = '[\\p{L}\\d](?:[\\p{L}\\p{M}\\d-]{0,61}[\\p{L}\\p{M}\\d])?'
const EMAIL = new RegExp(`^${WORD}(?:\\.${WORD})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, 'u')
const PHONE = /^\+?[\d ().-]+$/
const FEWEST_PHONE_DIGITS = 9

/**
 * Whether a text is one email address, and nothing before or after it: name, @ and a domain with a dot. The page and
 * the shop both ask here [ACCT-13, PAYM-28].
 */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && EMAIL.test(text)
}

/** Whether a text is a first and a last name: at least two words [PAYM-27]. */
export function isFullName(text: string): boolean {
  return /\s/.test(text.trim())
}

/** Whether a text is a phone number: maybe a +, then digits and separators with at least 9 digits [ADDR-14]. */
export function isPhone(text: string): boolean {
  return PHONE.test(text) && text.replace(/\D/g, '').length >= FEWEST_PHONE_DIGITS
}
