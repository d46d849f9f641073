import { createHmac } from 'node:crypto'

import { CompiledQuery } from 'kysely'

import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/database/transaction.ts'

import { lockNames, type Customer } from './customer-limits.ts'

/** Who reserves: a person, as far as known, at a network address. */
export interface Reserver {
  saleId: string
  customer: Customer
  /** The address as a keyed hash; only this is stored. */
  heldFrom: string
}

/** What baskets hold that nobody has paid. */
export interface HeldTickets {
  /** By network address; `judge` adds to it. */
  atAddress: Map<string, number>
  /** By the sale of the asker: what its account and email hold in other baskets. */
  ofPerson: Map<string, number>
}

export type HeldLimits = Config['heldTickets']

export const tooManyHeld =
  'Too many tickets are reserved by you or from your network and not paid for yet. Please choose fewer, or try again in ten minutes'

/** Hashes a network address for storage. */
export function hashAddress(pepper: string, clientAddress: string): string {
  return createHmac('sha256', pepper).update(`held ${clientAddress}`).digest('base64url')
}

/**
 * Locks addresses, accounts and emails, because simultaneous reservations do not see each other. After the stock, so that
 * nobody at an address waits for an event that another one there waits for.
 */
export async function lockReservers(trx: Transaction, askers: Reserver[]): Promise<void> {
  const names = askers.flatMap(({ customer: { email, userId }, heldFrom }) => [heldFrom, email, userId])
  await lockNames(
    trx,
    names.flatMap((who) => (who ? [`held by ${who}`] : [])),
  )
}

// Written so that the planner can only go from the address or the person to their sales, and from there to the lines.
const ticketsHeldBy = (sales: string) =>
  `(select sum((select sum(l.held_qty) from sale_tickets l where l.sale_id = s.id)) from (${sales} offset 0) s)::int`
// A paid sale is not held any more. `coalesce` hides the time from indexes: see migrations/001-baseline/sales.ts.
const isHeld = `coalesce(held_until, '-infinity') > shop_now()`

const statement = `
  select k.held_from as key, ${ticketsHeldBy(`select id from sales where held_from = k.held_from and ${isHeld}`)} as places
  from unnest($1::text[]) k(held_from)
  union all
  select k.sale_id::text, ${ticketsHeldBy(`select id from sales where user_id = k.user_id and ${isHeld}
    union select id from sales where guest_email = k.email and guest_email <> '' and is_email_proven and ${isHeld}`)}
  from unnest($2::uuid[], $3::uuid[], $4::text[]) k(sale_id, user_id, email)`

/**
 * Counts how many tickets unpaid baskets hold, for each network address, account and email, so that nobody takes a whole
 * event by holding it; payment, release and expiry make room. Lock the reservers before (`lockReservers`).
 */
export async function readHeldTickets(trx: Transaction, askers: Reserver[]): Promise<HeldTickets> {
  const addresses = [...new Set(askers.map(({ heldFrom }) => heldFrom))]
  const known = askers.filter(({ customer: { email, userId } }) => userId || email)
  const { rows } = await trx.executeQuery<{ key: string; places: number | null }>(
    CompiledQuery.raw(statement, [
      addresses,
      known.map(({ saleId }) => saleId),
      known.map(({ customer }) => customer.userId),
      known.map(({ customer }) => customer.email),
    ]),
  )
  const held = rows.map(({ key, places }) => [key, places ?? 0] as const)
  return {
    atAddress: new Map(held.slice(0, addresses.length)),
    ofPerson: new Map(held.slice(addresses.length)),
  }
}
