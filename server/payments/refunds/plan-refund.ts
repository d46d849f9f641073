import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { totalsOf, type Totals } from '#server/basket/totals.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Currency } from '#server/database/tables.ts'
import type { Transaction } from '#server/database/transaction.ts'

import { readCharges, type Charge } from './charges.ts'
import { isFullyRefunded, readOrderMoney, type OrderMoney } from './order-money.ts'
import { ticketsToVoid } from './refund-rule.ts'
import { spentOf } from './spent-voucher.ts'
import { readRefundTickets, type RefundTicket } from './void-tickets.ts'

/** A refund as the owner asks for it. Without tickets and amount, it is for the whole order. */
export interface RefundWish {
  /** Numbers of the order's tickets, from 1; null for none in particular. */
  tickets: number[] | null
  /** Pence; null for what the tickets or the order cost. */
  amount: number | null
}

/** What a refund would do, and what it cannot. */
export interface RefundPlan {
  sale: Sale
  currency: Currency
  money: OrderMoney
  /** All tickets of the order: a ticket's number is its place in this list, from 1. */
  tickets: RefundTicket[]
  voids: RefundTicket[]
  /** Pence that go back. */
  amount: number
  /** The charges that they go back to, newest first. */
  parts: { charge: Charge; amount: number }[]
  /** Whether nothing of the order is left afterwards. */
  isWhole: boolean
  /** What the owner must know before. */
  notes: RefundNote[]
}

/** Something that a refund cannot return, takes with it, or that the owner should know; amounts are pence. */
export type RefundNote =
  | { kind: 'disputed' | 'paid_by_voucher' | 'donation_kept' | 'donation_included'; amount: number }
  | { kind: 'less_than_price' | 'unpaid_cancelled'; amount: number }
  | { kind: 'vouchers_emptied'; amount: number; spent: number }
  | { kind: 'used' | 'passed_on'; count: number }

/** A note about an amount only. */
export type AmountKind = Exclude<RefundNote['kind'], 'vouchers_emptied' | 'used' | 'passed_on'>

/** The owner asked for a refund that is not possible. The message is for them. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/** Plans a refund of a locked order. Throws `RefundRefused`. */
export async function planRefund(trx: Transaction, sale: Sale, wish: RefundWish): Promise<RefundPlan> {
  const tickets = await readRefundTickets(trx, sale.id)
  const basket = await readBasket(trx, sale.id)
  const totals = totalsOf(basket)
  const books = await readOrderMoney(trx, sale)
  const charges = await readCharges(trx, sale)
  const named = [...new Set(wish.tickets)].map((number) => namedTicket(tickets, number))
  const refundable = sum(charges.filter(({ isDisputed }) => !isDisputed).map(({ left }) => left))
  const price = sum(named.map((ticket) => priceOf(basket, totals, ticket)))
  const wanted = wish.amount ?? (wish.tickets ? price : refundable)
  const amount = wish.amount === null ? Math.min(wanted, refundable) : wanted
  if (amount > refundable)
    throw new RefundRefused(
      `Only ${inWords(refundable, sale)} of ${inWords(books.paid, sale)} can be refunded.`,
    )
  if (amount === 0 && wish.amount !== null && named.length === 0)
    throw new RefundRefused('Nothing would be refunded: give an amount or tickets.')

  const valid = tickets.filter(({ is_void }) => !is_void)
  const isFull = isFullyRefunded({ ...books, refunded: books.refunded + amount })
  // Money under a dispute is left to the bank, so the whole order can be refunded without it.
  const isWhole = wish.tickets
    ? amount === refundable && valid.every((ticket) => named.includes(ticket))
    : isFull || wish.amount === null
  const voids = ticketsToVoid({ by: 'owner', isFull: isWhole, valid, named: wish.tickets && named })
  if (amount === 0 && voids.length === 0) throw new RefundRefused('Nothing is left of this order to refund.')
  return {
    sale,
    currency: sale.currency ?? 'GBP',
    money: books,
    tickets,
    voids,
    amount,
    parts: takeFrom(charges, amount),
    isWhole,
    notes: [
      ...amountNote('disputed', sum(charges.filter(({ isDisputed }) => isDisputed).map(({ left }) => left))),
      ...amountNote('paid_by_voucher', totals.vouchersAppliedTotal),
      ...amountNote(isWhole ? 'donation_included' : 'donation_kept', totals.donation),
      ...amountNote('less_than_price', wish.amount === null && wish.tickets ? price - amount : 0),
      ...(isWhole || voids.length === valid.length ? await unpaidNote(trx, sale) : []),
      ...(isWhole ? await vouchersNote(trx, sale) : []),
      ...countNote('used', voids.filter(({ is_used }) => is_used).length),
      ...countNote('passed_on', voids.filter(({ transfer_id }) => transfer_id !== null).length),
    ],
  }
}

function namedTicket(tickets: RefundTicket[], number: number): RefundTicket {
  const ticket = tickets[number - 1]
  if (!ticket) throw new RefundRefused(`The order has no ticket ${number}: it has ${tickets.length}.`)
  if (ticket.is_void) throw new RefundRefused(`Ticket ${number} is void already.`)
  return ticket
}

/** What a ticket has cost with its fee, after its discount and its share of an offer on the basket; in pence. */
function priceOf({ tickets }: Basket, { discounts, offers }: Totals, ticket: RefundTicket): number {
  const line = tickets.find(({ ticket_type_id }) => ticket_type_id === ticket.ticket_type_id)
  if (!line) return 0
  const net = (one: typeof line) => one.price - (discounts[one.ticket_type_id] ?? 0)
  const all = sum(tickets.map((one) => net(one) * one.qty))
  const share = all > 0 ? Math.ceil((offers * net(line)) / all) : 0
  return Math.max(0, net(line) + line.booking_fee - share)
}

/** Takes an amount from charges, the first ones first. */
function takeFrom(charges: Charge[], amount: number): RefundPlan['parts'] {
  let open = amount
  return charges.flatMap((charge) => {
    const part = charge.isDisputed ? 0 : Math.min(open, charge.left)
    open -= part
    return part > 0 ? [{ charge, amount: part }] : []
  })
}

/** Instalments that are not paid, and no longer owed once no ticket is valid. */
async function unpaidNote(trx: Transaction, { id }: Sale): Promise<RefundNote[]> {
  const unpaid = await trx
    .selectFrom('instalments')
    .select('amount')
    .where('sale_id', '=', id)
    .where('payment_id', 'is', null)
    .execute()
  return amountNote('unpaid_cancelled', sum(unpaid.map(({ amount }) => amount)))
}

/** Gift vouchers that were bought with a whole order, and are lost with it. */
async function vouchersNote(trx: Transaction, { id }: Sale): Promise<RefundNote[]> {
  const vouchers = await trx
    .selectFrom('issued_vouchers')
    .select(['value', 'balance', 'held'])
    .where('sale_id', '=', id)
    .execute()
  const value = sum(vouchers.map((voucher) => voucher.value))
  return value > 0 ? [{ kind: 'vouchers_emptied', amount: value, spent: sum(vouchers.map(spentOf)) }] : []
}

const amountNote = (kind: AmountKind, amount: number): RefundNote[] => (amount > 0 ? [{ kind, amount }] : [])

const countNote = (kind: 'used' | 'passed_on', count: number): RefundNote[] =>
  count > 0 ? [{ kind, count }] : []

const inWords = (pence: number, { currency }: Sale) => money(pence, currency ?? 'GBP')

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
