import { createHash } from 'node:crypto'

import { readGoogleSigner, type GoogleKeys } from './google-keys.ts'
import type { PassProvider, PassTicket } from './pass-provider.ts'

/** Characters of a token: browsers may cut a longer link (developers.google.com/wallet/tickets/events/web). */
const longestToken = 1800
/** Bytes of a text; texts are shortened until the token is short enough. */
const longestText = 160
const shortestText = 10

const header = { alg: 'RS256', typ: 'JWT' }

/** Loaded by the first link: shops start without it. */
const load = async () => (await import('jose')).SignJWT

/** Makes links to a page of Google that adds a ticket to Google Wallet. The link holds the ticket, signed. Throws `BadConfig`. */
export function googleWallet(keys: GoogleKeys): PassProvider {
  const { issuerId, email, key } = readGoogleSigner(keys)
  const signature = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const room = longestToken - base64Length(JSON.stringify(header).length) - base64Length(signature) - 2
  return {
    id: 'google',
    name: 'Google Wallet',
    makePass: async (ticket) => {
      const claims = { iss: email, aud: 'google', typ: 'savetowallet', origins: [] }
      const iat = Math.floor(Date.now() / 1000)
      const fill = (textLength: number) => ({
        ...claims,
        iat,
        payload: payloadOf(ticket, issuerId, textLength),
      })
      let textLength = longestText
      while (textLength > shortestText && base64Length(jsonLength(fill(textLength))) > room) textLength -= 2
      const SignJWT = await load()
      const token = await new SignJWT(fill(textLength)).setProtectedHeader(header).sign(key)
      return { address: `https://pay.google.com/gp/v/save/${token}` }
    },
  }
}

const jsonLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const base64Length = (bytes: number) => Math.ceil((bytes * 4) / 3)

/** A ticket and its event, as in developers.google.com/wallet/reference/rest/v1/eventticketobject and eventticketclass. */
function payloadOf(ticket: PassTicket, issuerId: string, textLength: number) {
  const { code, holder, reference, place, startsAt, endsAt, doorsAt } = ticket
  const text = (value: string, length = textLength) => shorten(value, length)
  const localized = (value: string, length?: number) => ({
    defaultValue: { language: 'en-GB', value: text(value, length) },
  })
  const { classId, id } = idsOf(ticket, issuerId)
  return {
    eventTicketClasses: [
      {
        id: classId,
        reviewStatus: 'UNDER_REVIEW',
        issuerName: text(ticket.organiser),
        eventName: localized(ticket.title, 2 * textLength),
        ...(place.name && { venue: { name: localized(place.name), address: localized(place.address) } }),
        dateTime: {
          start: startsAt,
          ...(endsAt && { end: endsAt }),
          ...(doorsAt && { doorsOpen: doorsAt }),
        },
        hexBackgroundColor: '#53c',
      },
    ],
    eventTicketObjects: [
      {
        id,
        classId,
        state: 'ACTIVE',
        ticketType: localized(ticket.ticketType),
        ...(holder && { ticketHolderName: text(holder) }),
        barcode: { type: 'QR_CODE', value: code, alternateText: code },
        ...(reference && { reservationInfo: { confirmationCode: reference } }),
      },
    ],
  }
}

/**
 * Ids that follow from the content: Google keeps what it first saw under an id, so a changed event and a ticket with a new
 * code need new ones.
 */
function idsOf(ticket: PassTicket, issuerId: string): { classId: string; id: string } {
  const { eventDateId, title, organiser, place, startsAt, endsAt, doorsAt } = ticket
  const hash = (...parts: unknown[]) =>
    `${issuerId}.${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)}`
  const classId = hash(eventDateId, title, organiser, place, startsAt, endsAt, doorsAt)
  return { classId, id: hash(classId, ticket.code, ticket.ticketType, ticket.holder, ticket.reference) }
}

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/** Shortens a text to `most` bytes of UTF-8, between characters as people see them. */
function shorten(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  let short = ''
  for (const { segment } of graphemes.segment(text)) {
    if (Buffer.byteLength(`${short}${segment}…`) > most) break
    short += segment
  }
  return `${short.trimEnd()}…`
}
