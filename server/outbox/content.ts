/**
 * Content of a mail, written once and sent as text and as HTML. It may hold anything that people have typed: both forms
 * put each text on one line, and HTML escapes it.
 */
export type Content = Block[]

/** A part of a mail; a string is a paragraph. */
export type Block =
  | string
  | { heading: string }
  /** A one-time code, with the words before it. */
  | { code: string; label: string }
  /** The main thing to do, as a button. */
  | { button: string; href: string }
  | { links: Link[] }
  | { facts: Fact[] }
  /** Lines of an order. Amounts are texts with the currency's sign. */
  | { amounts: Amount[] }
  /** Ways to add an event to a calendar: links, and a file attached to the mail. */
  | { calendar: CalendarEntry }
  /** Small print. */
  | { note: string }

/** A picture at the top of a mail. */
export interface MailPicture {
  /** A path of the shop: mails load nothing from anybody else. */
  path: string
  alt: string
}

export interface Link {
  text: string
  /** A path of the shop or a web address; any other is shown without a link. */
  href: string
}

/** A name and its value, for example "Reference". */
export interface Fact {
  name: string
  value: string
}

export interface Amount {
  text: string
  /** Shown below the text. */
  note?: string | undefined
  /** Whether and when it is refunded, in a line of its own. */
  terms?: string | undefined
  /** What the amount consists of, in a line of its own. */
  parts?: string | undefined
  amount: string
  /** What the amounts above it add up to. */
  isSum?: boolean
  isTotal?: boolean
}

/** An event for calendars. Times are in ISO format, because a queued mail is JSON. */
export interface CalendarEntry {
  /** The same event has the same id in every mail, so that calendars show it once. */
  id: string
  title: string
  startsAt: string
  /** Null if the end is not known. */
  endsAt: string | null
  place: string
  description: string
}

/** Sets an order reference in two groups, to be read aloud. */
export const inGroups = (reference: string): string => `${reference.slice(0, 4)} ${reference.slice(4)}`.trim()

const longestName = 60

/** Makes a name that somebody typed safe to quote in a mail to somebody else: short, and without anything that becomes a link. */
export function plainName(name: string): string {
  const plain = oneLine(name.replaceAll(/[:/\\@<>[\]()]+/g, ' ').replaceAll(/\.(?=\S)/g, '. '))
  return plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain
}

/** Replaces line breaks and control characters of what somebody typed by spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
