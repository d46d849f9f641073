import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { inGroups, type Content } from '#server/outbox/content.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { queueSms } from '#server/outbox/queue-sms.ts'

import { remainingOf, type Instalment, type SalePlan } from './read-plan.ts'

/** The page on which the buyer pays what is due and changes the card. */
export const accountPath = '/account/'

/** Queues the reminder of an instalment that will be charged. */
export async function queueReminder(trx: Transaction, of: SalePlan, instalment: Instalment): Promise<void> {
  const { amount, card, reference } = wordsFor(of, instalment)
  const day = niceDay(instalment.due_at)
  await queue(trx, of, {
    key: `instalment-reminder:${instalment.id}`,
    subject: `${amount} will be charged on ${day}`,
    content: [
      `This is a reminder of your payment plan. On ${day} we will charge ${amount} to ${card}.`,
      { facts: [reference, left(of)] },
      { button: 'Use another card', href: accountPath },
    ],
    sms: `Foyer: on ${day} we will charge ${amount} to ${card}. Use another card:`,
  })
}

/** Queues the receipt of a paid instalment, with the card that was charged and what remains. There is no SMS. */
export async function queueInstalmentReceipt(
  trx: Transaction,
  of: SalePlan,
  instalment: Instalment,
  last4: string,
): Promise<void> {
  const { amount, card, reference } = wordsFor(of, instalment, last4)
  const next = of.instalments.find(({ payment_id }) => payment_id === null)
  await queue(trx, of, {
    key: `instalment-receipt:${instalment.id}`,
    subject: `We have received ${amount}`,
    content: [
      `Thank you. We have charged ${amount} to ${card}. This was payment ${instalment.number} of ${of.instalments.length}.`,
      { facts: [reference, left(of)] },
      next
        ? `The next payment is ${money(next.amount, of.currency)} on ${niceDay(next.due_at)}. We will remind you before.`
        : 'Your order is now paid in full.',
      { links: [{ text: 'Your payment plan', href: accountPath }] },
    ],
  })
}

/** What happens after a failed charge: another try at this time, which the bank may allow only if the buyer confirms it. */
export interface NextTry {
  at: Date
  needsBuyer: boolean
}

interface Failed {
  attemptId: string
  /** Last digits of the card that was charged. */
  last4: string
  /** The provider's reason, for the buyer. */
  reason: string
}

/** Queues the notice that an instalment could not be charged. */
export async function queueFailure(
  trx: Transaction,
  of: SalePlan,
  instalment: Instalment,
  { attemptId, last4, reason, next }: Failed & { next: NextTry },
): Promise<void> {
  const { amount, card, reference } = wordsFor(of, instalment, last4)
  const day = niceDay(next.at)
  await queue(trx, of, {
    key: `instalment-failed:${attemptId}`,
    subject: `We could not charge ${amount}`,
    content: [
      `We tried to charge ${amount} to ${card}, but it did not work. ${reason}`.trim(),
      next.needsBuyer
        ? `Your bank wants you to confirm this payment yourself. Please do so on your account page by ${day}, or use another card.`
        : `We will try again on ${day}. You can also pay now, or use another card.`,
      { button: `Pay ${amount} now`, href: accountPath },
      { facts: [reference, left(of)] },
    ],
    sms: next.needsBuyer
      ? `Foyer: your bank wants you to confirm the payment of ${amount} by ${day}:`
      : `Foyer: we could not charge ${amount} to ${card}. We will try again on ${day}. Pay now or use another card:`,
  })
}

/** Queues the notice that charging has failed too often, so that the shop does not try again. */
export async function queueStopped(
  trx: Transaction,
  of: SalePlan,
  instalment: Instalment,
  { attemptId, last4, reason }: Failed,
): Promise<void> {
  const { amount, card, reference } = wordsFor(of, instalment, last4)
  await queue(trx, of, {
    key: `plan-stopped:${attemptId}`,
    subject: 'Your payment plan has stopped',
    content: [
      `We tried again to charge ${amount} to ${card}, but it did not work. ${reason}`.trim(),
      'We will not try again, and the tickets of this payment plan are not released. You can still pay on your account page until the event begins; the plan then goes on.',
      { button: `Pay ${amount} now`, href: accountPath },
      { facts: [reference, left(of)] },
    ],
    sms: `Foyer: we could not charge ${amount} and will not try again. Your tickets are not released. You can still pay:`,
  })
}

interface Messages {
  key: string
  subject: string
  content: Content
  sms?: string
}

async function queue(trx: Transaction, { plan, buyer }: SalePlan, { key, subject, content, sms }: Messages) {
  if (buyer) await queueMail(trx, { key, to: buyer.email, subject, content })
  if (sms) await queueSms(trx, { key, to: plan.mobile, text: sms, link: accountPath })
}

function wordsFor({ plan, sale, currency }: SalePlan, { amount }: Instalment, last4 = plan.last4) {
  return {
    amount: money(amount, currency),
    card: `your card ending ${last4}`,
    reference: { name: 'Reference', value: inGroups(sale.order_reference ?? '') },
  }
}

function left(of: SalePlan) {
  return { name: 'Still to pay', value: money(remainingOf(of), of.currency) }
}
