import { sql } from 'kysely'

import { findUser } from '#server/accounts/users.ts'
import { isKeptOrder } from '#server/basket/kept-order.ts'
import { isOwnSale } from '#server/basket/own-sale.ts'
import type { Basket, Sale, TicketRow } from '#server/basket/read-basket.ts'
import { defer } from '#server/database/defer.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'

/**
 * A person as far as known. The same account or the same email is the same person; so is the same session. An email that was only
 * typed is nobody: what its owner has bought must not decide what a stranger is told (decision 46).
 */
export interface Customer {
  sessionId: string | null
  userId: string | null
  /** '' if unknown or not proven. */
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
  trx: Transaction,
  sale: Pick<Sale, 'session_id' | 'user_id' | 'guest_email' | 'is_email_proven'>,
): Promise<Customer> {
  const user = sale.user_id ? await findUser(trx, sale.user_id) : undefined
  return { sessionId: sale.session_id, userId: sale.user_id, email: user?.email ?? provenEmail(sale) }
}

const provenEmail = ({ guest_email, is_email_proven }: Pick<Sale, 'guest_email' | 'is_email_proven'>) =>
  is_email_proven ? guest_email : ''

/** Finds who is reserving each sale: its buyer, unless somebody else has opened it by a shared link. */
export async function visitingCustomers(
  trx: Transaction,
  visits: { basket: Pick<Basket, 'sale'>; session: Session }[],
): Promise<Customer[]> {
  const known = visits.map(({ basket: { sale }, session }) => {
    const isOwn = isOwnSale(sale, session)
    const userId = session.userId ?? (isOwn ? sale.user_id : null)
    return { sessionId: session.id, userId, email: isOwn ? provenEmail(sale) : '' }
  })
  const ids = known.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return known
  const users = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', ({ fn, val }) => fn.any(val(ids)))
    .execute()
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  return known.map((customer) => ({
    ...customer,
    email: emails.get(customer.userId ?? '') ?? customer.email,
  }))
}

/** A locked basket and who wants it. */
interface Wish {
  basket: Basket
  customer: Customer
}

const limitedLines = ({ tickets }: Basket) => tickets.filter((line) => line.max_per_customer !== null)

/**
 * Locks the customers of limited tickets until the end of the transaction, because simultaneous
 * baskets do not see each other. Each in one order, so that two transactions never wait for each other. Lock the sales before,
 * and stock, codes and vouchers after.
 */
export async function lockCustomers(trx: Transaction, wishes: Wish[]): Promise<void> {
  const emails = wishes.flatMap(({ basket, customer }) =>
    limitedLines(basket).length > 0 && customer.email ? [customer.email] : [],
  )
  await lockNames(trx, emails)
}

/** Locks names, which are no rows, until the end of the transaction; in order, for two transactions. */
export async function lockNames(trx: Transaction, names: string[]): Promise<void> {
  const keys = [...new Set(names)].toSorted()
  if (keys.length === 0) return
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`
  await defer(trx, lock.compile(trx))
}

/** Counts what a person has, by ticket type: `k` is a person, `s` are their sales. */
const elsewhere = (types: string[], counted: Counted) => sql`
  select k.number::int, l.ticket_type_id, sum(l.qty - (
    select count(*) from tickets t join voided_codes v on v.code = t.code and v.reason = 'refunded'
    where t.sale_id = l.sale_id and t.ticket_type_id = l.ticket_type_id
  ))::int as qty
  from k
  cross join lateral (
    select id from sales where session_id = k.session_id
    union select id from sales where user_id = k.user_id
    union select id from sales where user_id in (select id from users where email = k.email)
    union select id from sales where guest_email = k.email and guest_email <> ''
  ) theirs
  join sales on sales.id = theirs.id and sales.id <> k.sale_id
  join sale_tickets l on l.sale_id = sales.id and l.ticket_type_id = any(${types}::text[])
  cross join lateral (select
    coalesce(sales.session_id = k.session_id, false) as is_in_session,
    coalesce(sales.user_id = k.user_id, false)
      or sales.user_id in (select id from users where email = k.email)
      or (sales.guest_email = k.email and sales.guest_email <> '') as has_their_name
  ) by
  where
    -- What costs nothing does not count by an unproven email: anybody could use up another person's limit.
    (by.has_their_name and sales.total > 0 and ${isKeptOrder()})
    or ((by.is_in_session or (by.has_their_name and sales.is_email_proven)) and (
      ${isKeptOrder()}
      or exists (select from payment_attempts a where a.sale_id = sales.id and a.status = 'open')
      ${counted === 'held' ? sql`or sales.held_until > shop_now()` : sql``}
    ))
  group by k.number, l.ticket_type_id`

/**
 * Finds the tickets of each locked basket that exceed the limit per customer, over everything that the person has. Lock the
 * customers before (`lockCustomers`).
 */
export async function findExcess(trx: Transaction, wishes: Wish[], counted: Counted): Promise<Excess[][]> {
  const limited = wishes.filter(({ basket }) => limitedLines(basket).length > 0)
  if (limited.length === 0) return wishes.map(() => [])
  const types = [
    ...new Set(limited.flatMap(({ basket }) => limitedLines(basket).map((line) => line.ticket_type_id))),
  ]
  const { rows } = await sql<{ number: number; ticket_type_id: string; qty: number }>`
    with k as (select * from unnest(
      ${limited.map(({ basket }) => basket.sale.id)}::uuid[],
      ${limited.map(({ customer }) => customer.sessionId)}::uuid[],
      ${limited.map(({ customer }) => customer.userId)}::uuid[],
      ${limited.map(({ customer }) => customer.email)}::text[]
    ) with ordinality k(sale_id, session_id, user_id, email, number))
    ${elsewhere(types, counted)}`.execute(trx)
  return wishes.map((wish) => {
    const number = limited.indexOf(wish) + 1
    return limitedLines(wish.basket).flatMap((line) => {
      const limit = line.max_per_customer ?? Infinity
      const has = rows.find((row) => row.number === number && row.ticket_type_id === line.ticket_type_id)
      const already = has?.qty ?? 0
      return line.qty + already > limit ? [{ line, limit, already }] : []
    })
  })
}

/** Like `findExcess`, of one basket, and locks its customer itself. */
export async function findOwnExcess(
  trx: Transaction,
  basket: Basket,
  customer: Customer,
  counted: Counted,
): Promise<Excess[]> {
  const wish = { basket, customer }
  await lockCustomers(trx, [wish])
  const [excess = []] = await findExcess(trx, [wish], counted)
  return excess
}

/** Describes exceeded limits for the visitor, who has shown to be the customer; '' if there are none. */
export function describeExcess(excess: Excess[]): string {
  if (excess.length === 0) return ''
  const sentences = excess.map(({ line, limit, already }) => {
    const have = already > 0 ? `, and you already have ${already}` : ''
    return `You can only buy ${limit} of ${line.event_title} - ${line.name}${have}.`
  })
  return `${sentences.join(' ')} Please edit your basket`
}
