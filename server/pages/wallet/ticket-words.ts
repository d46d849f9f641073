import { niceDay } from '#server/catalogue/dates.ts'
import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'

/** Says why a ticket has no entry code; '' for one that has. */
export function whyNoCode({ state, last_due_at, transferred_to }: WalletTicket): string {
  const words = {
    ready: '',
    posted: 'Comes by post',
    on_plan: last_due_at
      ? `Comes after your last payment, on ${niceDay(last_due_at)}`
      : 'Comes after your last payment',
    coming: 'On its way',
    refunded: 'Refunded',
    transferred: transferred_to ? `Transferred to ${transferred_to}` : 'Transferred',
  } satisfies Record<WalletTicket['state'], string>
  return words[state]
}
