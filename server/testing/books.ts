import { sql, type Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import { readPlan, remainingOf, type SalePlan } from '#server/payments/plans/read-plan.ts'
import { readSaleSeats } from '#server/basket/line-seats.ts'
import { seatName } from '#src/seats/rules/seats.ts'

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
const takenStates = new Set(['succeeded', 'processing', 'COMPLETED', 'PENDING', 'settled', 'authorized'])

/** A charge at the simulated Stripe or Square. */
interface Charge {
  status: string
  metadata?: { reference?: string }
  reference_id?: string
}

/**
 * Compares everything that is known about a sale whose payments have come to their end: the order, its tickets and mails,
 * the ledger, the providers' records, and the stock of the pool if its other baskets have ended too. Returns what is wrong.
 */
export async function findBookErrors(db: Database, saleId: string, poolId?: string): Promise<string[]> {
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('created_at')
    .execute()
  const ledger = await db.selectFrom('payments').selectAll().where('sale_id', '=', saleId).execute()
  const lines = await db.selectFrom('sale_tickets').select('qty').where('sale_id', '=', saleId).execute()
  const tickets = await db
    .selectFrom('tickets')
    .select(['is_on_plan', 'seat'])
    .where('sale_id', '=', saleId)
    .execute()
  const seats = await readSaleSeats(db, saleId)
  const sold = await db
    .selectFrom('seat_claims')
    .select('label')
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['held', 'booked'])
    .where(sql<boolean>`kept_until = 'infinity'`)
    .execute()
  const plan = await readPlan(db, sale)
  const alarms = await db
    .selectFrom('alarms')
    .select('kind')
    .where('sale_id', '=', saleId)
    .where('resolved_at', 'is', null)
    .execute()
  const mails = await mailsOf(db, [saleId, ...attempts.map(({ id }) => id)])
  const { charges, refunds } = readMoney(await findProviderRecords(db, saleId))
  const isPaid = sale.paid_at !== null
  const ofKind = (kind: string) => ledger.filter((entry) => entry.kind === kind)
  const isRefunded = ({ id }: Attempt) => ofKind('refund').some(({ attempt_id }) => attempt_id === id)
  const paying = attempts.find((attempt) => attempt.status === 'succeeded' && !isRefunded(attempt))
  const bought = isPaid ? seats : []
  const list = (entries: Entry[]) =>
    entries
      .map(({ id, amount }) => `${id} ${amount}`)
      .toSorted()
      .join(', ')
  const expectations: Expectation[] = [
    ['open attempts', attempts.filter(({ status }) => status === 'open').length, 0],
    ['holds', sale.held_until, null],
    [
      'money kept',
      sum(charges) - sum(refunds),
      isPaid ? (sale.total ?? 0) - (plan ? remainingOf(plan) : 0) : 0,
    ],
    ['charges in the ledger', list(ofKind('charge').map(byProvider)), list(charges)],
    ['refunds in the ledger', list(ofKind('refund').map(byProvider)), list(refunds)],
    ['second charges', await countSecondCharges(db, paying), 0],
    ['basket paid for', paying?.basket_version, isPaid ? sale.basket_version : undefined],
    ['unfinished refunds', ofKind('refund').filter(({ status }) => status !== 'done').length, 0],
    ['tickets', tickets.length, isPaid ? lines.reduce((count, { qty }) => count + qty, 0) : 0],
    ['seats sold', names(sold.map(({ label }) => label)), names(bought.map(({ label }) => label))],
    [
      'seats on tickets',
      names(tickets.map(({ seat }) => seat)),
      names(bought.map((seat) => seatName({ ...seat, row: seat.row_name }))),
    ],
    [
      'mails',
      mails.join(),
      [
        ...(isPaid ? [`receipt:${saleId}`] : []),
        // Tickets of an instalment plan come with its last payment.
        ...(isPaid && !(tickets.length > 0 && tickets.every((ticket) => ticket.is_on_plan))
          ? [`wallet:${saleId}`]
          : []),
        ...(plan?.plan.status === 'completed' ? [`wallet:${saleId}:plan`] : []),
        ...ofKind('refund').map(({ attempt_id }) => `refund:${attempt_id}`),
      ]
        .toSorted()
        .join(),
    ],
    ...(poolId === undefined ? [] : await readStock(db, poolId)),
    ['alarms', alarms.map(({ kind }) => kind).join(), plan?.plan.status === 'stopped' ? 'plan_stopped' : ''],
    ['plan of an order', plan !== null && !isPaid, false],
    ...(plan
      ? await planExpectations(
          db,
          plan,
          attempts.filter((attempt) => !isRefunded(attempt)),
          ledger,
        )
      : []),
  ]
  return expectations
    .filter(([, found, expected]) => found !== expected)
    .map(([what, found, expected]) => `${what}: ${String(found)} instead of ${String(expected)}`)
}

type Expectation = [what: string, found: unknown, expected: unknown]

/** Compares an instalment plan with its order, the charges that were kept, and the receipts; see `findBookErrors`. */
async function planExpectations(
  db: Database,
  of: SalePlan,
  kept: Attempt[],
  ledger: Selectable<Tables['payments']>[],
): Promise<Expectation[]> {
  const { plan, sale, instalments } = of
  const paid = instalments.filter(({ payment_id }) => payment_id !== null)
  const charges = kept.flatMap(({ id, instalment }) =>
    ledger
      .filter(({ attempt_id, kind }) => attempt_id === id && kind === 'charge')
      .map((charge) => [instalment, charge.amount, charge.id].join(' ')),
  )
  const receipts = await db
    .selectFrom('outbox')
    .select('key')
    .where(
      'key',
      'in',
      instalments.map(({ id }) => `instalment-receipt:${id}`),
    )
    .execute()
  return [
    ['agreed', sum(instalments), sale.total],
    [
      'instalments',
      instalments.map(({ number }) => number).join(),
      instalments.map((_, index) => index + 1).join(),
    ],
    ['number of instalments', instalments.length, plan.months],
    [
      'payments of instalments',
      paid.map(({ number, amount, payment_id }) => [number, amount, payment_id].join(' ')).join(', '),
      charges.toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b)).join(', '),
    ],
    ['first instalment paid', instalments[0]?.payment_id === null, false],
    ['completed', plan.status === 'completed', remainingOf(of) === 0],
    ['receipts of instalments', receipts.length, paid.length - 1],
  ]
}

const names = (all: string[]) => all.filter(Boolean).toSorted().join(', ')

async function readStock(db: Database, poolId: string): Promise<Expectation[]> {
  const { held, sold } = await db
    .selectFrom('pools')
    .selectAll()
    .where('id', '=', poolId)
    .executeTakeFirstOrThrow()
  const tickets = await db
    .selectFrom('tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .select('tickets.seat')
    .where('ticket_types.pool_id', '=', poolId)
    .execute()
  const booked = await db
    .selectFrom('sandbox_seats')
    .select('label')
    .where('event_key', '=', poolId)
    .where('status', '=', 'booked')
    .execute()
  const unbooked = await db
    .selectFrom('seat_claims')
    .select('label')
    .where('event_date_id', '=', poolId)
    .where('status', '<>', 'booked')
    .execute()
  return [
    ['tickets held', held, 0],
    ['tickets sold', sold, tickets.length],
    [
      'seats booked at the provider',
      names(booked.map(({ label }) => label)),
      names(tickets.map(({ seat }) => seat)),
    ],
    ['seats kept without an order', names(unbooked.map(({ label }) => label)), ''],
  ]
}

/**
 * Counts charges beside the one that paid the order. A refund makes up for a second charge only where the shop cannot prevent
 * it: the first came too late and was refunded before the buyer paid again. The database compares the times, which may be less than
 * a millisecond apart.
 */
async function countSecondCharges(db: Database, paying: Attempt | undefined): Promise<number> {
  if (!paying) return 0
  const { count } = await db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.sale_id', 'payments.sale_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payments.kind', '=', 'refund')
    .where('payment_attempts.id', '=', paying.id)
    .whereRef('payments.created_at', '>=', 'payment_attempts.created_at')
    .executeTakeFirstOrThrow()
  return count
}

/** A charge, or a refund of the payment with this id. Pence. */
interface Entry {
  id: string
  amount: number
}

const sum = (entries: Pick<Entry, 'amount'>[]) => entries.reduce((total, { amount }) => total + amount, 0)

const byProvider = ({ provider_id, amount }: { provider_id: string; amount: number }): Entry => ({
  id: provider_id,
  amount,
})

/** Finds what the simulated providers know about a sale: payments and refunds. */
export async function findProviderRecords(
  db: Database,
  saleId: string,
): Promise<{ kind: string; record: ProviderRecord }[]> {
  const { rows } = await sql<{ kind: string; record: ProviderRecord }>`
    select kind, data as record from sandbox_records where idempotency_key in (
      select unnest(array[id::text, 'square ' || id]) from payment_attempts where sale_id = ${saleId}
      union all
      select unnest(array[id::text, 'square refund ' || id]) from payments where sale_id = ${saleId}
    )`.execute(db)
  return rows
}

/** Reads the money that providers took and paid back. */
export function readMoney(records: Awaited<ReturnType<typeof findProviderRecords>>) {
  const amountOf = ({ amount, amount_money, amount_in_minor }: ProviderRecord) =>
    amount ?? amount_money?.amount ?? amount_in_minor ?? NaN
  return {
    charges: records
      .filter(({ kind, record }) => kind !== 'refund' && takenStates.has(record.status))
      .map(({ record }) => ({ id: record.id, amount: amountOf(record) })),
    refunds: records
      .filter(({ kind }) => kind === 'refund')
      .map(({ record }) => ({
        id: record.payment_intent ?? record.payment_id ?? '',
        amount: amountOf(record),
      })),
  }
}

/** A payment or refund at a simulated provider. */
export interface ProviderRecord {
  id: string
  status: string
  amount?: number
  amount_money?: { amount: number }
  amount_in_minor?: number
  payment_intent?: string
  payment_id?: string
}

/** Reads the keys of the mails about a sale and its attempts. */
async function mailsOf(db: Database, ids: string[]): Promise<string[]> {
  const mails = await db
    .selectFrom('outbox')
    .select('key')
    .where(
      'key',
      'in',
      ids.flatMap((id) => [`receipt:${id}`, `wallet:${id}`, `wallet:${id}:plan`, `refund:${id}`]),
    )
    .execute()
  return mails.map(({ key }) => key).toSorted()
}
