import { looksLikeCard, noCards } from './card-numbers.ts'

/** Control characters other than line breaks and tabs, which are pasted by mistake. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** What mail programs turn into a link: an address with a scheme, `www.`, a path or an @, or a domain such as `win.example`. */
const link =
  /https?:|:\/\/|www\.|@|\.\p{L}{2,}\/|[\p{L}\d-]{2}\.(?:[Xx][Nn]--|(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}.]))/u
// These are links in any case, unlike the name St.John.
const commonDomain = /[\p{L}\d-]\.(?:com|net|org|info|biz|co|io|me|xyz)\b/iu
/** A host without letters: an IP address of version 4 or 6, or one written as a single number before a path. */
const numericHost =
  /\d\.\d{1,4}\.\d{1,4}\.\d|\b(?:0x[\da-f]{6,8}|\d{8,10})[/:]|\[[\da-f:.]*:[\da-f:.]*\]|[\da-f]::[\da-f]|(?:[\da-f]{1,4}:){4,7}[\da-f]/i
/** Characters that nobody sees, and that mail programs drop: soft hyphens, joiners, spaces without width. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns whether a name holds a web or email address. Names are quoted in mails, also to people who never asked for one,
 * so they must not carry anybody's links [S36].
 */
export function hasLink(name: string): boolean {
  const plain = name.normalize('NFKC').replaceAll('。', '.').replace(unseen, '')
  return [link, commonDomain, numericHost].some((pattern) => pattern.test(plain))
}

/** The buyer's message for a name with a link. */
const noLinks = 'Please type a name without web or email addresses'

/** The buyer's message for a gift's message with a link. Mail programs make one of "lunch.love" too. */
const noLinksInMessage =
  'Please write a message without web or email addresses, and with a space after each full stop'

/** Returns why a name is refused, as a message for the buyer; '' if it is not [S33, S36]. */
export function nameProblem(name: string): string {
  return hasLink(name) ? noLinks : textProblem(name)
}

/** Like `nameProblem`, for the message of a gift, which is quoted in a mail too. */
export function messageProblem(message: string): string {
  return hasLink(message) ? noLinksInMessage : textProblem(message)
}

/** Returns why any other free text is refused, as a message for the buyer; '' if it is not [S33, S35]. */
export function textProblem(text: string): string {
  if (control.test(text)) return noControl
  return looksLikeCard(text) ? noCards : ''
}

/** The buyer's message for a text with characters that nobody sees. */
export const noControl = 'Please type this again: it has characters that cannot be shown'
