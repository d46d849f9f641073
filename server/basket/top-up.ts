import type { Transaction } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'

import { addLines, lockSession } from './add-lines.ts'
import { readBasket, type Basket } from './read-basket.ts'
import type { WantedTicket, WantedVoucher } from './read-wanted.ts'

/** Lines that a basket should have at least. */
export interface WantedLines {
  tickets: (WantedTicket & { typeId: string })[]
  vouchers: WantedVoucher[]
}

/**
 * Adds what the session's basket lacks, so that what is asked for twice is added once, and returns the id of its sale; null if
 * there is none and nothing is lacking. Logs and throws as `addLines` does.
 */
export async function topUpBasket(
  trx: Transaction,
  session: Session,
  wanted: WantedLines,
  admittedTo: string[],
  release: string | undefined,
): Promise<string | null> {
  const saleId = await lockSession(trx, session)
  const missing = lacking(saleId === null ? null : await readBasket(trx, saleId), wanted)
  const tickets = missing.tickets.map((line) => ({ ...line, qty: line.lacks }))
  const vouchers = missing.vouchers.map((line) => ({ ...line, qty: line.lacks }))
  if (tickets.length + vouchers.length === 0) return saleId
  return (await addLines(trx, session, { tickets, vouchers }, [], admittedTo, release)).saleId
}

/** The wanted lines of which a basket has less, and how many it lacks of each; a paid one lacks all. */
export function lacking<Ticket extends { typeId: string; qty: number }, Voucher extends WantedVoucher>(
  basket: Basket | null,
  wanted: { tickets: Ticket[]; vouchers: Voucher[] },
) {
  const open = basket?.sale.paid_at ? null : basket
  const less = <Line extends { qty: number }>(line: Line, has = 0) => ({ ...line, lacks: line.qty - has })
  return {
    tickets: wanted.tickets
      .map((line) => less(line, open?.tickets.find((one) => one.ticket_type_id === line.typeId)?.qty))
      .filter(({ lacks }) => lacks > 0),
    vouchers: wanted.vouchers
      .map((line) => less(line, open?.vouchers.find((one) => isSame(one, line))?.qty))
      .filter(({ lacks }) => lacks > 0),
  }
}

const isSame = (row: Basket['vouchers'][number], { productId, value }: WantedVoucher) =>
  row.product_id === productId && row.value === value
