import type { Work } from '#server/threads/thread-pool.ts'

/** A ticket as wallets on phones show it. Every text is one line. */
export interface PassTicket {
  id: string
  eventDateId: string
  /** The entry code, shown as a QR code. */
  code: string
  title: string
  ticketType: string
  /** '' if unknown. */
  holder: string
  organiser: string
  /** The order's short reference; '' for those who did not buy it. */
  reference: string
  /** The venue with its address, in one line and in parts; '' for an event without a known place. */
  place: { line: string; name: string; address: string }
  /** Times in ISO 8601 with the offset at the venue. */
  startsAt: string
  endsAt: string | null
  doorsAt: string | null
  /** The same for people. */
  words: { day: string; start: string; doors: string; span: string }
  /** The address of the ticket's page. */
  page: string
}

/** A pass for a phone's wallet: a file, or the address of a page that adds it. */
export type Pass =
  { file: { filename: string; contentType: string; content: Buffer<ArrayBuffer> } } | { address: string }

/** A kind of wallet on phones. A pass shows its ticket as it is when the pass is made; it is not updated. */
export interface PassProvider {
  /** Part of the pass's address. */
  id: 'apple' | 'google'
  /** The wallet's name, as its provider writes it. */
  name: string
  /** @param make has a thread make a file */
  makePass: (ticket: PassTicket, make: (work: Work) => Promise<Buffer<ArrayBuffer>>) => Promise<Pass>
}
