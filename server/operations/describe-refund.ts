import { niceDate } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Currency } from '#server/database/tables.ts'
import { paidBy } from '#server/payments/orders/payment-mails.ts'
import type { AmountKind, RefundNote, RefundPlan } from '#server/payments/refunds/plan-refund.ts'
import type { RefundRow } from '#server/payments/refunds/request-refund.ts'
import { ticketInWords } from '#src/checkout/rules/seat-words.ts'
import { plural } from '#src/lib/plural.ts'

/** Writes what a refund does, or would do, for a terminal. */
export function describeRefund(plan: RefundPlan): string {
  const { sale, currency, money: books, tickets, voids, amount, parts, notes } = plan
  const inWords = (pence: number) => money(pence, currency)
  return [
    `Order ${sale.order_reference}: ${inWords(books.paid)} paid, ${inWords(books.refunded)} refunded.`,
    '',
    `Goes back: ${inWords(amount)}`,
    ...parts.map(
      ({ charge, amount }) =>
        `  ${inWords(amount)} to the payment ${charge.providerId} at ${charge.provider}, ${paidBy[charge.method]}`,
    ),
    '',
    'Tickets:',
    ...tickets.map((ticket, index) => {
      const state = voids.includes(ticket) ? 'becomes void' : ticket.is_void ? 'void already' : 'stays valid'
      return `  ${index + 1}  ${ticketInWords(ticket.name, ticket.seat)}: ${state}`
    }),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `Note: ${describeNote(note, currency)}`)] : []),
  ].join('\n')
}

/** Writes what became of a refund that was requested before. */
export function describeRequested(rows: RefundRow[]): string {
  return rows
    .map(
      ({ amount, currency, status, created_at, provider }) =>
        `Requested on ${niceDate(created_at)}: ${money(Number(amount), currency as Currency)} at ${provider}, ${states[status]}.`,
    )
    .join('\n')
}

const states: Record<RefundRow['status'], string> = {
  pending: 'not accepted yet',
  accepted: 'on its way',
  done: 'done',
  failed: 'failed',
}

function describeNote(note: RefundNote, currency: Currency): string {
  switch (note.kind) {
    case 'used':
      return `${plural(note.count, 'void ticket')} ${note.count === 1 ? 'was' : 'were'} used at the door.`
    case 'passed_on':
      return `${plural(note.count, 'void ticket')} ${note.count === 1 ? 'belongs' : 'belong'} to somebody else, who is told too.`
    case 'vouchers_emptied':
      return `gift vouchers of ${money(note.amount, currency)} were bought with it and become worthless; ${money(note.spent, currency)} of them is spent.`
    default:
      return amountNotes[note.kind](money(note.amount, currency))
  }
}

const amountNotes: Record<AmountKind, (sum: string) => string> = {
  disputed: (sum) => `${sum} is disputed by the buyer and is not refunded: answer the dispute instead.`,
  paid_by_voucher: (sum) =>
    `${sum} was paid by gift voucher and does not go back (docs/operations.md, "Refunds").`,
  donation_included: (sum) => `it returns the donation of ${sum}; claim no Gift Aid on it.`,
  donation_kept: (sum) => `the donation of ${sum} stays, unless --amount includes it.`,
  less_than_price: (sum) => `the tickets cost ${sum} more than can be refunded.`,
  unpaid_cancelled: (sum) => `instalments of ${sum} that are not paid are cancelled.`,
}
