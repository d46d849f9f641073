import type { Sale } from '#server/basket/read-basket.ts'
import { findBuyer } from '#server/buyer/find-buyer.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { inGroups } from '#server/outbox/content.ts'
import { queueMail } from '#server/outbox/queue.ts'

import type { Effect } from './apply-refund.ts'
import type { Refunder } from './refund-rule.ts'
import type { RefundTicket } from './void-tickets.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'

interface Refund {
  /** The ledger's row, or the first one of several. */
  id: string
  /** Pence; 0 if tickets become void without a payment. */
  amount: number
  by: Refunder
}

/**
 * Queues the mail about a refund to an order's buyer, and to those to whom they have transferred tickets that are void now;
 * once for each refund.
 */
export async function queueRefundMails(
  trx: Transaction,
  sale: Sale,
  { id, amount, by }: Refund,
  { isOver, voided, kept }: Effect,
): Promise<void> {
  const buyer = await findBuyer(trx, sale)
  const isAll = isOver || (voided.length > 0 && kept.length === 0)
  if (buyer)
    await queueMail(trx, {
      key: `refund:${id}`,
      to: buyer.email,
      subject: subjectOf(amount, isAll),
      content: [...moneyLines(sale, amount, by), ...ticketLines(voided, kept)],
    })
  const passedOn = Map.groupBy(
    voided.filter(({ transfer_id }) => transfer_id !== null),
    ({ transfer_id }) => transfer_id,
  )
  for (const [transferId, tickets] of passedOn)
    await queueMail(trx, {
      key: `refund-holder:${id}:${transferId}`,
      to: tickets[0]?.holder_email ?? '',
      subject: 'Your tickets are no longer valid',
      content: [
        'The order that these tickets were bought with has been refunded.',
        ...ticketLines(tickets, []),
      ],
    })
}

function subjectOf(amount: number, isAll: boolean): string {
  if (amount === 0) return 'Your tickets are no longer valid'
  return isAll ? 'Your order has been refunded' : 'Part of your order has been refunded'
}

function moneyLines({ order_reference, currency }: Sale, amount: number, by: Refunder): string[] {
  const order = `your order ${inGroups(order_reference ?? '')}`
  if (amount === 0) return [`This is about ${order}.`]
  const sum = money(amount, currency ?? 'GBP')
  return by === 'dispute'
    ? [`Your bank has returned ${sum} for ${order} to you.`]
    : [
        `We are refunding ${sum} of ${order} to the card or account you paid with.`,
        'It can take up to ten working days to arrive. You do not need to do anything.',
      ]
}

function ticketLines(voided: RefundTicket[], kept: RefundTicket[]): string[] {
  return [
    ...(voided.length > 0 ? [`No longer valid: ${listOf(voided)}.`] : []),
    ...(kept.length > 0 ? [`Still valid: ${listOf(kept)}.`] : []),
  ]
}

/** "2 × Adult, Child (Stalls, row C, seat 8)" */
function listOf(tickets: RefundTicket[]): string {
  const types = Map.groupBy(tickets, ({ name }) => name)
  return [...types]
    .map(([name, all]) => {
      const seats = all.map(({ seat }) => seat).filter(Boolean)
      return `${all.length > 1 ? `${all.length} × ` : ''}${name}${seats.length ? ` (${labelsInWords(seats)})` : ''}`
    })
    .join(', ')
}
