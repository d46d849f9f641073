import type { Payer } from './payers.ts'
import type { TestShop } from './test-shop.ts'

/** What the books show of a sale of two tickets that was paid once. */
export const paidOnce = {
  isPaid: true,
  money: ['charge'],
  tickets: 2,
  receipts: 1,
  taken: 1,
  held: 0,
  sold: 2,
}

/** Reads a sale's final state: payment, ledger, tickets, receipts, and the charges of the card providers. */
export async function readBooks({ db }: TestShop, { sale, event, reference }: Payer) {
  const { id, paid_at } = await sale()
  const money = await db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()
  const tickets = await db.selectFrom('tickets').select('id').where('sale_id', '=', id).execute()
  const receipts = await db.selectFrom('outbox').select('id').where('key', '=', `receipt:${id}`).execute()
  const charges = await db
    .selectFrom('sandbox_records')
    .select('data')
    .where('kind', 'in', ['payment_intent', 'square_payment'])
    .execute()
  const taken = charges
    .map(({ data }) => data as Charge)
    .filter(({ status }) => takenStates.has(status))
    .filter((charge) => reference === (charge.metadata?.reference ?? charge.reference_id))
  const { held, sold } = await event.pool()
  return {
    isPaid: paid_at !== null,
    money: money.map(({ kind }) => kind).toSorted(),
    tickets: tickets.length,
    receipts: receipts.length,
    taken: taken.length,
    held,
    sold,
  }
}

/** States in which the provider has taken the money, or will. */
const takenStates = new Set(['succeeded', 'processing', 'COMPLETED', 'PENDING'])

/** A charge at the simulated Stripe or Square. */
interface Charge {
  status: string
  metadata?: { reference?: string }
  reference_id?: string
}
