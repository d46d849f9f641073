import { sql } from 'kysely'

import { isProven } from '#server/accounts/one-time-codes.ts'
import { findUser } from '#server/accounts/users.ts'
import { isKeptOrder } from '#server/basket/kept-order.ts'
import { isOwnSale } from '#server/basket/own-sale.ts'
import type { Basket, Sale, TicketRow } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Work } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'

/** A person as far as known. The same account or the same email is the same person; so is the same session. */
export interface Customer {
  sessionId: string | null
  userId: string | null
  /** '' if unknown. */
  email: string
}

/** A line with which a person would have more tickets of a type than allowed. */
export interface Excess {
  line: TicketRow
  limit: number
  /** How many of them the person has, or is paying for, besides this basket. */
  already: number
}

/** What counts besides the person's orders: baskets that they are paying for, and before that held ones too. */
type Counted = 'paying' | 'held'

/** Finds the buyer of a sale. */
export async function customerOf(
  trx: Work,
  { session_id, user_id, guest_email }: Pick<Sale, 'session_id' | 'user_id' | 'guest_email'>,
): Promise<Customer> {
  const user = user_id ? await findUser(trx, user_id) : undefined
  return { sessionId: session_id, userId: user_id, email: user?.email ?? guest_email }
}

/** Finds who is reserving a sale: its buyer, unless somebody else has opened it by a shared link. */
export function visitingCustomer(trx: Work, sale: Sale, session: Session): Promise<Customer> {
  const isOwn = isOwnSale(sale, session)
  return customerOf(trx, {
    session_id: session.id,
    user_id: session.userId ?? (isOwn ? sale.user_id : null),
    guest_email: isOwn ? sale.guest_email : '',
  })
}

/**
 * Finds the tickets of a locked sale that exceed the limit per customer, over everything that the person has. Takes turns
 * with the person's other baskets until the end of the transaction, because simultaneous ones do not see each other:
 * lock the sale before, and stock, codes and vouchers after.
 */
export async function findExcess(
  trx: Work,
  { sale, tickets }: Basket,
  customer: Customer,
  counted: Counted,
): Promise<Excess[]> {
  const limited = tickets.filter((line) => line.max_per_customer !== null)
  if (limited.length === 0) return []
  const { sessionId, userId, email } = customer
  if (email) await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(trx)
  const elsewhere = await trx
    .selectFrom('sale_tickets')
    .innerJoin('sales', 'sales.id', 'sale_tickets.sale_id')
    .select('sale_tickets.ticket_type_id')
    .select((eb) => eb.fn.sum<string>('sale_tickets.qty').as('qty'))
    .where('sales.id', '<>', sale.id)
    .where(({ eb, and, or, exists, selectFrom }) => {
      const isInSession = eb('sales.session_id', '=', sessionId)
      const hasTheirName = or([
        eb('sales.user_id', '=', userId),
        eb('sales.user_id', 'in', selectFrom('users').select('users.id').where('users.email', '=', email)),
        and([eb('sales.guest_email', '=', email), eb('sales.guest_email', '<>', '')]),
      ])
      const isTheirs = or([isInSession, and([hasTheirName, eb('sales.is_email_proven', '=', true)])])
      // What costs nothing does not count by an unproven email: anybody could use up another person's limit.
      const isPaidForThem = and([hasTheirName, eb('sales.total', '>', 0), isKeptOrder()])
      const isPaying = exists(
        selectFrom('payment_attempts')
          .select('payment_attempts.id')
          .whereRef('payment_attempts.sale_id', '=', 'sales.id')
          .where('payment_attempts.status', '=', 'open'),
      )
      const isHeld = eb('sales.held_until', '>', shopNow)
      return or([
        isPaidForThem,
        and([isTheirs, or([isKeptOrder(), isPaying, ...(counted === 'held' ? [isHeld] : [])])]),
      ])
    })
    .where(
      'sale_tickets.ticket_type_id',
      'in',
      limited.map((line) => line.ticket_type_id),
    )
    .groupBy('sale_tickets.ticket_type_id')
    .execute()
  return limited.flatMap((line) => {
    const limit = line.max_per_customer ?? Infinity
    const already = Number(elsewhere.find((row) => row.ticket_type_id === line.ticket_type_id)?.qty ?? 0)
    return line.qty + already > limit ? [{ line, limit, already }] : []
  })
}

/**
 * Describes exceeded limits for the visitor; '' if there are none. Only a visitor who is signed in, or has proven the
 * email, is told what the person has.
 */
export async function describeExcess(
  trx: Work,
  excess: Excess[],
  { userId, email }: Customer,
  session: Session,
): Promise<string> {
  if (excess.length === 0) return ''
  const mayKnow =
    email === '' || (userId !== null && userId === session.userId) || (await isProven(trx, session, email))
  const sentences = excess.map(({ line, limit, already }) => {
    const have = mayKnow && already > 0 ? `, and you already have ${already}` : ''
    return `You can only buy ${limit} of ${line.event_title} - ${line.name}${have}.`
  })
  return `${sentences.join(' ')} Please edit your basket`
}
