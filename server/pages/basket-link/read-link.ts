import { maxLines } from '#server/basket/line-limits.ts'
import { maxCode } from '#src/basket/requests.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import { parsePence } from '#src/lib/money.ts'

/** What a link asks for (docs/links.md). */
export interface BasketLink {
  /** The event whose page is shown if the rest cannot be bought; '' if the link does not name one. */
  event: string
  tickets: { id: string; qty: number }[]
  vouchers: { id: string; value: number; qty: number }[]
  code: string
}

/** Path of all links. */
export const linkPath = '/buy/'

/** The parameters of a link; others, such as those of a newsletter's statistics, are left out. */
const names = ['event', 'ticket', 'voucher', 'code', 'organiser', 'until', 'signature']
const longest = 2000
const ticketForm = /^([^\s:]{1,100})(?::(\d{1,3}))?$/
const voucherForm = /^([^\s:]{1,100}):(\d{1,7}(?:\.\d{1,2})?)(?::(\d{1,3}))?$/

/** Reads a link; null if it is none, or asks for more than a basket can have. */
export function readLink(query: URLSearchParams): BasketLink | null {
  const tickets = query.getAll('ticket').map((text) => readTicket(ticketForm.exec(text)))
  const vouchers = query.getAll('voucher').map((text) => readVoucher(voucherForm.exec(text)))
  const [event, code] = [query.get('event') ?? '', query.get('code')?.trim() ?? '']
  const lines = [...tickets, ...vouchers]
  if (linkAddress(query).length > longest || code.length > maxCode) return null
  if (lines.length > maxLines || (lines.length === 0 && !event)) return null
  if (!lines.every((line) => line && line.qty > 0 && line.qty <= maxPerLine)) return null
  return {
    event,
    tickets: added(tickets.filter(isThere), ({ id }) => id),
    vouchers: added(vouchers.filter(isThere), ({ id, value }) => `${id} ${value}`),
    code,
  }
}

/** The address of a link in this shop, with its own parameters only. */
export function linkAddress(query: URLSearchParams): string {
  const own = new URLSearchParams([...query].filter(([name]) => names.includes(name)))
  return `${linkPath}?${own.toString().replaceAll('%3A', ':')}`
}

function readTicket(found: RegExpExecArray | null) {
  const [, id = '', qty = '1'] = found ?? []
  return found && { id, qty: Number(qty) }
}

function readVoucher(found: RegExpExecArray | null) {
  const [, id = '', value = '', qty = '1'] = found ?? []
  const pence = parsePence(value)
  return found && pence !== null ? { id, value: pence, qty: Number(qty) } : null
}

const isThere = <Line>(line: Line | null): line is Line => line !== null

/** Adds up what a link names more than once. */
function added<Line extends { qty: number }>(lines: Line[], keyOf: (line: Line) => string): Line[] {
  return [...Map.groupBy(lines, keyOf).values()].map(([first, ...others]) => ({
    ...first!,
    qty: others.reduce((sum, { qty }) => sum + qty, first!.qty),
  }))
}
