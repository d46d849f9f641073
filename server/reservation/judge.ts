import { linesByPool, sumQuantity } from '#server/basket/lines-by-pool.ts'
import type { Basket, TicketRow, VoucherRow } from '#server/basket/read-basket.ts'
import { messages } from '#server/basket/sale.ts'
import { isMuchUnbought, isTooMuchUnbought, type Unbought } from '#server/basket/unbought-tickets.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { belowMessage, isBelowMinimum } from '#src/checkout/rules/quantities.ts'

import { noteInShare, shareProblem, type AddressShare } from './address-share.ts'
import { tooManyHeld, type HeldLimits, type HeldTickets } from './held-tickets.ts'
import { hasLost } from './reprice.ts'
import type { Stock } from './stock.ts'

/** What a basket takes from the stock. */
export interface Hold {
  /** The key of the buyer's network address; null to keep the one before. */
  heldFrom: string | null
  /** The basket as it was judged: with the uses and balances that were left. */
  basket: Basket
  /** Pence by gift voucher. */
  vouchersApplied: Record<string, number>
}

/** What is known of the buyer. `problem` says why they cannot have the basket; '' if they can. */
export interface BuyerFacts {
  problem: string
  /** The key of their network address. */
  heldFrom: string
  /** They have reserved too often without paying. */
  isTooOften: boolean
  /** Their address has placed many free orders, and this is an express basket. */
  isBurst: boolean
  /** What their address and their browser have held and not bought. */
  unbought: Unbought[]
}

export type Verdict =
  | { kind: 'held'; hold: Hold }
  /** The message is for the buyer. `waits`: for what their address may hold. */
  | { kind: 'refused'; error: string; waits?: boolean }
  /** A code or gift voucher was lost, or the total is not the one that the buyer knows. */
  | { kind: 'repriced' }
  /** So many tickets are held, or were and not bought, or free orders placed by the buyer or at the address that more need a captcha. */
  | { kind: 'captcha' }

/**
 * Decides whether an open, unreserved basket is reserved, and takes what it holds from the stock. The only place of this rule:
 * SQL locks and counts before it, and writes what it has decided.
 */
export function judge(
  basket: Basket,
  stock: Stock & HeldTickets & { shares: AddressShare[] },
  { problem, heldFrom, isTooOften, isBurst, unbought }: BuyerFacts,
  limits: HeldLimits,
): Verdict {
  const { sale } = basket
  const wanted = sumQuantity(basket.tickets, 'qty')
  const atAddress = (stock.atAddress.get(heldFrom) ?? 0) + wanted
  const ofPerson = (stock.ofPerson.get(sale.id) ?? 0) + wanted
  if (wanted > 0 && (atAddress > limits.maxPerAddress || ofPerson > limits.maxPerPerson))
    return { kind: 'refused', error: tooManyHeld }
  const isLarge = wanted > 0 && Math.max(atAddress, ofPerson) > limits.withoutCaptcha
  const ofBrowser = unbought.filter(({ who }) => who !== heldFrom)
  if (ofBrowser.some(isTooMuchUnbought)) return { kind: 'refused', error: tooManyUnbought }
  if ((isLarge || isBurst || unbought.some(isMuchUnbought)) && sale.captcha_passed_at === null)
    return { kind: 'captcha' }
  const error = whyNotOffered(basket) || problem
  if (error) return { kind: 'refused', error }
  if (hasLost(withStock(basket, stock))) return { kind: 'repriced' }
  if (isTooOften) return { kind: 'refused', error: tooOften }
  const shares = sharesOf(basket, stock.shares, heldFrom)
  for (const [share, places, least] of shares) {
    const problem = shareProblem(share, sale.id, places, least)
    if (problem?.waits) noteInShare(share, sale.id, places, false)
    if (problem) return { kind: 'refused', ...problem }
  }
  const verdict = takeFromStock(basket, stock, sale.known_total)
  if (verdict.kind !== 'held') return verdict
  lower(stock.atAddress, heldFrom, -wanted)
  for (const [share, places] of shares) noteInShare(share, sale.id, places, true)
  return { kind: 'held', hold: { ...verdict.hold, heldFrom } }
}

/** The limited shares of which a basket wants tickets, how many, and how few its ticket types are sold in. */
function sharesOf(
  { tickets }: Basket,
  shares: AddressShare[],
  heldFrom: string,
): [AddressShare, number, number][] {
  const wanted = new Map(linesByPool(tickets))
  return shares
    .filter((share) => share.heldFrom === heldFrom && wanted.has(share.poolId))
    .map((share) => {
      const lines = wanted.get(share.poolId) ?? []
      const least = lines.reduce((sum, { min_per_customer }) => sum + min_per_customer, 0)
      return [share, sumQuantity(lines, 'qty'), least]
    })
}

const tooManyUnbought = 'You have reserved many of these tickets without buying them. Please try again later'

const tooOften = 'You have reserved tickets many times without paying. Please try again later'

/** Takes everything that a basket wants from the stock, or nothing. `total` (pence) is what it must cost; null for any. */
export function takeFromStock(basket: Basket, stock: Stock, total: number | null): Verdict {
  const wanted = new Map(linesByPool(basket.tickets))
  const short = basket.tickets.filter(
    ({ pool_id }) => (stock.available.get(pool_id) ?? 0) < sumQuantity(wanted.get(pool_id) ?? [], 'qty'),
  )
  if (short.length > 0) return { kind: 'refused', error: soldOut(short) }
  const judged = withStock(basket, stock)
  if (judged.discount && !judged.discount.is_usable) return { kind: 'repriced' }
  const totals = totalsOf(judged)
  if (total !== null && totals.total !== total) return { kind: 'repriced' }
  for (const [poolId, lines] of wanted) lower(stock.available, poolId, sumQuantity(lines, 'qty'))
  if (judged.discount) lower(stock.uses, judged.discount.code, 1)
  for (const [id, amount] of Object.entries(totals.vouchersApplied)) lower(stock.balances, id, amount)
  return { kind: 'held', hold: { basket: judged, heldFrom: null, vouchersApplied: totals.vouchersApplied } }
}

/** The basket with the uses of its code and the balances of its gift vouchers that are left now. */
function withStock(basket: Basket, { uses, balances }: Stock): Basket {
  const { discount } = basket
  return {
    ...basket,
    discount: discount && { ...discount, is_usable: (uses.get(discount.code) ?? 0) >= 1 },
    appliedVouchers: basket.appliedVouchers.map((voucher) => ({
      ...voucher,
      available: balances.get(voucher.id) ?? 0,
    })),
  }
}

function whyNotOffered({ tickets, vouchers }: Basket): string {
  if (tickets.length + vouchers.length === 0) return messages.noBasket
  const closed = [...tickets, ...vouchers].filter((line) => !line.is_on_sale)
  if (closed.length > 0) return notOnSale(closed)
  const few = tickets.find((line) => isBelowMinimum(line, line.qty))
  return few ? belowMessage(few.min_per_customer) : ''
}

function notOnSale(lines: (TicketRow | VoucherRow)[]): string {
  const names = new Set(lines.map((line) => ('event_title' in line ? line.event_title : line.name)))
  return `Sorry, ${namesInWords.format(names)} ${names.size === 1 ? 'is' : 'are'} not on sale now`
}

const namesInWords = new Intl.ListFormat('en-GB')

function soldOut(lines: TicketRow[]): string {
  const names = lines.map((line) => `${line.event_title} - ${line.name}`).join(', ')
  return `Sorry, there are not enough tickets left for ${names}. Please choose fewer or other tickets`
}

function lower(left: Map<string, number>, key: string, by: number): void {
  left.set(key, (left.get(key) ?? 0) - by)
}
