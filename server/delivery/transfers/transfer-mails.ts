import { niceDate } from '#server/catalogue/dates.ts'
import { eventBlocks, readBookedDates, whenAndWhere } from '#server/catalogue/event-blocks.ts'
import { mailPicture } from '#server/catalogue/event-picture.ts'
import type { Database } from '#server/database/connect.ts'
import { plainName, type Fact } from '#server/outbox/content.ts'
import type { Draft } from '#server/outbox/queue.ts'
import { plural } from '#src/lib/plural.ts'

import type { Sender, Transfer } from './read-transfer.ts'

/** The key of the mail that offers tickets. */
export const offerKey = ({ id }: Pick<Transfer, 'id'>) => `transfer:${id}`

/** Writes the mail that offers tickets to their recipient [XFER-02]. */
export async function offerMail(
  db: Database,
  transfer: Transfer,
  { sender, token }: { sender: string; token: string },
): Promise<Draft> {
  const { email, is_gift, title, message, qty } = transfer
  const name = plainName(transfer.name)
  const dates = await readBookedDates(db, [transfer])
  const heading = is_gift
    ? `A gift from ${sender}`
    : `${sender} has sent you ${qty === 1 ? 'a ticket' : 'tickets'}`
  return {
    key: offerKey(transfer),
    to: email,
    subject: is_gift ? `${heading}: ${title}` : `${heading} for ${title}`,
    heading,
    picture: mailPicture(dates[0]),
    content: [
      `Hello ${name}, ${sender} has sent you ${inWords(transfer)} for ${title}.`,
      ...message.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim()),
      {
        button: is_gift ? 'Open your gift' : `Accept the ${plural(qty, 'ticket')}`,
        href: transferPath(token),
      },
      `With this link you can accept or decline. To accept, sign in with this email address. Until then the ${qty === 1 ? 'ticket stays' : 'tickets stay'} with ${sender}.`,
      ...dates.flatMap((date) => whenAndWhere(date, ticketFacts(transfer))),
    ],
  }
}

/** Writes the mail that tells the sender of the recipient's answer. */
export function answerMail(transfer: Transfer, to: string): Draft {
  const { id, status, title, qty } = transfer
  const name = plainName(transfer.name)
  const isAccepted = status === 'accepted'
  return {
    key: `transfer:${id}:answer`,
    to,
    subject: `${name} has ${status} your ${plural(qty, 'ticket')} for ${title}`,
    content: [
      isAccepted
        ? `${inWords(transfer)} went to the ticket wallet of ${name}, with a new entry code. The old code no longer admits anybody.`
        : `${inWords(transfer)} stayed in your wallet, with the same entry code.`,
      { button: 'Open your ticket wallet', href: '/account/wallet/' },
    ],
  }
}

/** Writes the mail that tells the sender that a scheduled gift was not sent. */
export function cancelledMail(transfer: Transfer, to: string): Draft {
  const { id, title } = transfer
  const name = plainName(transfer.name)
  return {
    key: `transfer:${id}:cancelled`,
    to,
    subject: `Your gift to ${name} was not sent: ${title}`,
    content: [
      `${inWords(transfer)} should have gone to ${name} now. You no longer have enough tickets for that: some were refunded, used or transferred, or the event is over.`,
      `We have sent ${name} nothing. The tickets that you still have are in your wallet.`,
      { button: 'Open your ticket wallet', href: '/account/wallet/' },
    ],
  }
}

/** Writes the mail that confirms to the sender that an offer was taken back, or a gift not sent. */
export function takenBackMail(transfer: Transfer, { email }: Sender): Draft {
  const { id, title, qty } = transfer
  return {
    key: `transfer:${id}:withdrawn`,
    to: email,
    subject: `You have taken back your ${plural(qty, 'ticket')} for ${title}`,
    content: [
      isUnsent(transfer)
        ? nothingSent(transfer)
        : `${plainName(transfer.name)} (${transfer.email}) can no longer accept ${inWords(transfer)}.`,
      qty === 1
        ? 'The ticket is in your wallet, with the same entry code.'
        : 'The tickets are in your wallet, with the same entry codes.',
      { button: 'Open your ticket wallet', href: '/account/wallet/' },
    ],
  }
}

/** Writes the mail that confirms to the sender whom tickets are offered to instead, or will be. */
export function correctedMail(transfer: Transfer, next: Transfer, { email }: Sender): Draft {
  const { id, title, qty } = transfer
  const name = plainName(next.name)
  const isGift = isUnsent(transfer)
  return {
    key: `transfer:${id}:withdrawn`,
    to: email,
    subject: isGift
      ? `Your gift is for ${name}: ${title}`
      : `Your ${qty === 1 ? `ticket for ${title} is` : `tickets for ${title} are`} now offered to ${name}`,
    content: [
      ...(isGift
        ? [
            `${inWords(next)} will be sent to ${name} (${next.email}) on ${niceDate(next.deliver_at)}.`,
            nothingSent(transfer),
          ]
        : [
            `${inWords(next)}: offered to ${name} (${next.email}). The link that we made for ${plainName(transfer.name)} (${transfer.email}) no longer works.`,
          ]),
      qty === 1
        ? 'Until it is accepted, the ticket stays in your wallet, with the same entry code.'
        : 'Until they are accepted, the tickets stay in your wallet, with the same entry codes.',
      { button: 'Open your ticket wallet', href: '/account/wallet/' },
    ],
  }
}

/** Writes the mail that tells the recipient of an offer that it was taken back. */
export function unavailableMail(transfer: Transfer, sender: Sender): Draft {
  const { id, email, title, qty } = transfer
  return {
    key: `transfer:${id}:unavailable`,
    to: email,
    subject: `The ${qty === 1 ? `ticket for ${title} is` : `tickets for ${title} are`} no longer available`,
    content: [
      `Hello ${plainName(transfer.name)}, ${sender.name} has taken back ${inWords(transfer)} for ${title}. The link in our earlier email no longer works.`,
    ],
  }
}

/** Writes the mail that brings the recipient to the accepted tickets. */
export async function acceptedMail(db: Database, transfer: Transfer): Promise<Draft> {
  const { id, email, title, qty } = transfer
  const name = plainName(transfer.name)
  const dates = await readBookedDates(db, [transfer])
  return {
    key: `transfer:${id}:wallet`,
    to: email,
    subject: `Your ${plural(qty, 'ticket')} for ${title}`,
    picture: mailPicture(dates[0]),
    content: [
      `Hello ${name}, ${inWords(transfer)} ${qty === 1 ? 'is' : 'are'} in your ticket wallet.`,
      { button: 'Open your ticket wallet', href: '/account/wallet/' },
      `Sign in with this email address to see ${qty === 1 ? 'it' : 'them'}.`,
      ...dates.flatMap((date) => eventBlocks(date, ticketFacts(transfer))),
    ],
  }
}

/** Returns the path of the page on which a transfer is accepted. */
export const transferPath = (token: string) => `/transfers/${token}/`

/** Returns whether a transfer is a gift whose time has not come: there is no link yet. */
const isUnsent = ({ token_hash }: Transfer) => token_hash === null

const nothingSent = ({ name, email }: Transfer) =>
  `We have sent nothing to ${plainName(name)} (${email}), and will not.`

/** Returns quantity and name of a transfer's tickets for a sentence: "2 tickets (Adult)". */
const inWords = ({ qty, ticket_name }: Transfer) => `${qty} ${plural(qty, 'ticket')} (${ticket_name})`

/** Returns quantity and name of a transfer's tickets: "2 × Adult". */
export const ticketsOf = ({ qty, ticket_name }: Transfer) => `${qty} × ${ticket_name}`

const ticketFacts = (transfer: Transfer): Fact[] => [{ name: 'Tickets', value: ticketsOf(transfer) }]
