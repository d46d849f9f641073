import type { Offer } from '#src/order/schemas.ts'

/** Describes what became of an offer, for its sender. Tickets move only when they are accepted. */
export function offerText({ status, name, email, send_on }: Omit<Offer, 'id' | 'ticket_id'>): string {
  switch (status) {
    case 'offered':
      return `Offered to ${name}, ${email}`
    case 'scheduled':
      return `Will be sent on ${send_on} to ${name}, ${email}`
    case 'accepted':
      return `Accepted by ${name}`
    case 'declined':
      return `Declined by ${name}: still yours`
    default:
      return `Not sent to ${name}`
  }
}
