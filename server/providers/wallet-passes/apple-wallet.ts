import { assertInDate, readAppleSigner, type AppleKeys, type AppleSigner } from './apple-keys.ts'
import type { PassProvider, PassTicket } from './pass-provider.ts'
import type { signApplePass } from './sign-apple-pass.ts'

const contentType = 'application/vnd.apple.pkpass'

/** Makes signed passes for Apple Wallet. Throws `BadConfig` for keys that cannot sign. */
export function appleWallet(keys: AppleKeys): PassProvider {
  const signer = readAppleSigner(keys)
  const certificates = {
    signerCert: signer.certificate.toString(),
    signerKey: signer.key.export({ type: 'pkcs1', format: 'pem' }) as string,
    wwdr: signer.wwdrCertificate.toString(),
  }
  return {
    id: 'apple',
    name: 'Apple Wallet',
    makePass: async (ticket, make) => {
      // The phone rejects passes of an expired certificate without a word.
      assertInDate(signer)
      const args: Parameters<typeof signApplePass> = [passOf(ticket, signer), ticket.startsAt, certificates]
      const content = await make({
        module: new URL('sign-apple-pass.ts', import.meta.url).href,
        name: 'signApplePass',
        args,
      })
      const filename = `ticket-${ticket.code}.pkpass`
      return { file: { filename, contentType, content } }
    },
  }
}

/**
 * Content of a pass, as in developer.apple.com/documentation/walletpasses/pass. Adding the pass of the same ticket again
 * replaces it, because of the serial number.
 */
function passOf(ticket: PassTicket, { passTypeId, teamId }: AppleSigner) {
  const { code, title, organiser, place, words } = ticket
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: ticket.id,
    groupingIdentifier: ticket.eventDateId,
    organizationName: organiser,
    description: `Ticket for ${title}`,
    logoText: organiser,
    backgroundColor: 'rgb(91, 63, 196)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(226, 219, 255)',
    barcodes: [{ format: 'PKBarcodeFormatQR', message: code, messageEncoding: 'iso-8859-1', altText: code }],
    eventTicket: {
      headerFields: fields({ date: ['Date', words.day] }),
      primaryFields: fields({ event: ['Event', title] }),
      secondaryFields: fields({
        ticket: ['Ticket', ticket.ticketType],
        holder: ['Ticket holder', ticket.holder],
      }),
      auxiliaryFields: fields({
        doors: ['Doors', words.doors],
        start: ['Starts', words.start],
        venue: ['Venue', place.name],
      }),
      backFields: fields({
        what: ['Event', title],
        when: ['When', words.span],
        where: ['Where', place.line],
        organiser: ['Organiser', organiser],
        order: ['Order', ticket.reference],
        note: [
          'Admits one person, once',
          `If the ticket is transferred or refunded, this pass no longer admits. Your ticket as it is now: ${ticket.page}`,
        ],
      }),
    },
  }
}

/** Fields of a pass by their keys, each with its label and value; those without a value are left out. */
function fields(all: Record<string, [label: string, value: string]>) {
  return Object.entries(all).flatMap(([key, [label, value]]) => (value ? [{ key, label, value }] : []))
}
