import { looksLikeCard, noCards } from './card-numbers.ts'

/** Control characters other than line breaks and tabs, which are pasted by mistake. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** What mail programs turn into a link: an address with a scheme, `www.`, a path or an @, or a domain such as `win.example`. */
const link =
  /https?:|:\/\/|www\.|@|\.\p{L}{2,}\/|[\p{L}\d-]{2}\.(?:[Xx][Nn]--|(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}.]))/u
// These are links in any case, unlike the name St.John.
const commonDomain = /[\p{L}\d-]\.(?:com|net|org|info|biz|co|io|me|xyz)\b/iu
/**
 * A whole IP address of version 4, or of version 6: in brackets, unlike the time in "[11:45]", or with a digit, unlike "Ada::Dad".
 * What may repeat has an end, so that a long text is not read again from each of its places.
 */
const ipAddress =
  /\d\.\d{1,4}\.\d{1,4}\.\d|\[[\da-f:]{0,40}::[\da-f:.]{0,40}\]|(?<![\p{L}\d:])(?=[a-f:]{0,40}\d)(?:[\da-f]{1,4}:){1,7}:[\da-f]{1,4}(?![\p{L}\d])|(?:[\da-f]{1,4}:){4,7}[\da-f]/iu
/** An IP address of version 4 as a single number, with a port or a path, unlike "Order 12345678: …" and "Ref 24122026/1". */
const numberHost = /\b(?:0x[\da-f]{6,8}|\d{8,10})(?:\/\p{L}|:\d{2,5}(?!\d))/iu
/** One of two or three numbers, with a port and a path. */
const shortHostAndPort = /[\da-f]\.(?:0x[\da-f]{1,8}|\d{1,8}):\d{1,5}\//i
/** The same with a path, unlike the price, time or date in "100.00/person", "7.30/evening" and "24.12.2026/Ada". */
const shortHost =
  /(?<![\d.])(?!\d{3}\.(?:00|[1-9]\d)\/)(?:(?:0x[\da-f]{1,2}|0[0-7]{2,3}|\d{3})(?:\.(?:0x[\da-f]{1,2}|\d{1,3}))?\.(?:0x[\da-f]{1,8}|\d{1,8})|\d{1,2}(?:\.\d{1,3})?\.\d{5,8})\/\p{L}/iu
const links = [link, commonDomain, ipAddress, numberHost, shortHostAndPort, shortHost]
/** Characters that nobody sees, and that mail programs drop: soft hyphens, joiners, spaces without width. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns whether a name holds a web or email address. Names are quoted in mails, also to people who never asked for one,
 * so they must not carry anybody's links [S36].
 */
export function hasLink(name: string): boolean {
  const plain = name.normalize('NFKC').replaceAll('。', '.').replace(unseen, '')
  return links.some((pattern) => pattern.test(plain))
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
