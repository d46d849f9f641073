import { randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { createUser } from '#server/accounts/users.ts'
import type { CheckoutView } from '#server/checkout/checkout-view.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readIssued } from '#server/http/issued-tokens.ts'
import { insertSession } from '#server/http/session-middleware.ts'
import { sandboxCaptchaKeys } from '#server/providers/sandbox-keys.ts'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'

import { armReply } from './armed-replies.ts'
import { shapeNamed, shapes, type ShapeName } from './basket-shapes.ts'
import { copyScarce, copySeated } from './copied-date.ts'
import { payByCard, takeTo, type ScriptedBuyer } from './scripted-buyer.ts'
import { changeBestSeats } from './seats/change-status.ts'
import { createHoldToken } from './seats/hold-tokens.ts'
import type { Fields, Visitor } from './visitor.ts'

// `Object.keys` returns plain strings.
const shapeNames = Object.keys(shapes) as ShapeName[]

/** The wanted basket; everything except the shape is optional. */
export const arrangementSchema = z.strictObject({
  shape: z.enum(shapeNames),
  state: z.optional(z.enum(checkoutStates.filter((state) => state !== 'determining'))),
  user: z.optional(z.enum(['guest', 'member'])),
  isSeated: z.optional(z.boolean()),
  captcha: z.optional(z.boolean()),
  ticketsLeft: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  nextReserve: z.optional(z.enum(['captcha', 'redirect', 'error', 'unknown'])),
  secondsRemaining: z.optional(z.int().check(z.minimum(0), z.maximum(3600))),
  cardDeclined: z.optional(z.boolean()),
  deliveryFails: z.optional(z.boolean()),
  wallet: z.optional(z.boolean()),
  bank: z.optional(z.enum(['pay', 'pay_slowly', 'fail', 'cancel'])),
})
export type Arrangement = z.output<typeof arrangementSchema>

type Shop = Pick<ShopEnv['Variables'], 'db' | 'config'>

interface Arranged {
  reference: string
  email: string
  name: string
  state: string
  seconds_remaining: number
}

const name = 'Ada Lovelace'
const reservesBeforeCaptcha = 5

/**
 * Takes a new visitor to a state with the same calls that the page makes, so that every arranged state is reachable by a
 * buyer. Throws `UnreachableStep` if this basket cannot reach the state.
 */
export async function arrange(shop: Shop, visitor: Visitor, wanted: Arrangement): Promise<Arranged> {
  const { db } = shop
  const email = `ada.${randomBytes(6).toString('hex')}@example.com`
  const sessionId = await saveNew(shop, visitor)
  const isMember = wanted.user === 'member'
  const userId = isMember ? await createUser(db, email, name) : null
  if (isMember)
    await db.updateTable('sessions').set({ user_id: userId }).where('id', '=', sessionId).execute()

  await fillBasket(db, visitor, wanted)
  if (wanted.captcha) await demandCaptcha(db, sessionId)
  const buyer: ScriptedBuyer = {
    visitor,
    isMember,
    email,
    name,
    bank: wanted.bank,
    proveEmail: () => proveEmail(db, sessionId, email),
  }
  await takeTo(buyer, wanted.state ?? 'basket')
  if (wanted.cardDeclined) await payByCard(buyer, await readView(visitor), '4000000000000002')
  if (wanted.secondsRemaining !== undefined) await setTimeLeft(db, sessionId, wanted.secondsRemaining)
  if (wanted.nextReserve)
    await armReply(
      db,
      sessionId,
      '/ajax/checkout/checkout/reserve_tickets/',
      reserveReplies[wanted.nextReserve],
    )
  if (wanted.deliveryFails)
    await armReply(db, sessionId, '/ajax/checkout/checkout/deliver_to_bitticket/', {
      delivery_completed: false,
    })

  const view = await readView(visitor)
  return {
    reference: view.sale_reference,
    email,
    name,
    state: view.state,
    seconds_remaining: view.seconds_remaining,
  }
}

const reserveReplies = {
  captcha: { captcha: true, captcha_sitekey: sandboxCaptchaKeys.sitekey, error: '' },
  redirect: { redirect: '/all-events/' },
  error: { error: 'Sorry, somebody else was faster. Please choose other tickets' },
  unknown: {},
}

async function fillBasket(
  db: Database,
  visitor: Visitor,
  { shape, isSeated, ticketsLeft }: Arrangement,
): Promise<void> {
  const { tickets, vouchers = [] } = shapeNamed(shape)
  const entries: Fields[] = []
  const scarce: string[] = []
  for (const { event, date, key, qty, seats } of tickets) {
    if (isSeated) {
      const copy = await copySeated(db, date)
      entries.push({ ticket: `${copy}|${copy}|${key}|0`, qty, seats: await holdSeats(db, copy, [], qty) })
      continue
    }
    if (ticketsLeft !== undefined) {
      const copy = await copyScarce(db, date, qty)
      scarce.push(copy)
      entries.push({ ticket: `${copy}|${copy}|${key}|0`, qty })
      continue
    }
    await makeRoom(db, `${date}-${key}`, qty)
    entries.push({
      ticket: `${event}|${date}|${key}|0`,
      qty,
      ...(seats && { seats: await holdSeats(db, date, [seats], qty) }),
    })
  }
  if (entries.length > 0) await visitor.post('/do/checkout/add/', { ticket: entries })
  for (const { product, value, qty } of vouchers)
    await visitor.post('/do/checkout/add/', { gift_voucher_id: product, value, qty })
  for (const id of scarce)
    await db.updateTable('pools').set({ capacity: ticketsLeft }).where('id', '=', id).execute()
}

/** Holds the best seats of any or these categories as the seating plan does, and describes them as the page does. */
async function holdSeats(
  db: Database,
  date: string,
  categories: string[],
  number: number,
): Promise<Fields[]> {
  const { holdToken } = await createHoldToken(db)
  const { seats } = await inTransaction(db, (trx) =>
    changeBestSeats(trx, date, { number, categories }, { status: 'reservedByToken', holdToken }),
  )
  return seats.map(({ section, row, number: own }) => ({ section, row, number: own, hold_token: holdToken }))
}

/** Raises the capacity by the tickets needed, so that arranging never sells an event out. */
async function makeRoom(db: Database, ticketTypeId: string, qty: number): Promise<void> {
  await db
    .updateTable('pools')
    .from('ticket_types')
    .set((eb) => ({ capacity: eb('pools.capacity', '+', qty) }))
    .whereRef('ticket_types.pool_id', '=', 'pools.id')
    .where('ticket_types.id', '=', ticketTypeId)
    .execute()
}

/** Makes the shop require a captcha by raising the number of reservations. */
async function demandCaptcha(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('sales')
    .set({ reserve_count: reservesBeforeCaptcha })
    .where('id', '=', (eb) => eb.selectFrom('sessions').select('sale_id').where('id', '=', sessionId))
    .execute()
}

/** Stores a used one-time code, so that the email counts as proven. */
async function proveEmail(db: Database, sessionId: string, email: string): Promise<void> {
  await db
    .insertInto('one_time_codes')
    .values({ session_id: sessionId, email, code_hash: '', expires_at: shopNowPlus(900), used_at: shopNow })
    .execute()
}

async function setTimeLeft(db: Database, sessionId: string, seconds: number): Promise<void> {
  await db
    .updateTable('sales')
    .set({ held_until: shopNowPlus(seconds + 0.9) })
    .where('held_until', 'is not', null)
    .where('id', '=', (eb) => eb.selectFrom('sessions').select('sale_id').where('id', '=', sessionId))
    .execute()
}

async function readView(visitor: Visitor): Promise<CheckoutView> {
  return (await visitor.get('/ajax/checkout/checkout/get/')).json
}

/** Saves the new visitor's session, as their first changing call would. */
async function saveNew({ db, config }: Shop, { cookies }: Visitor): Promise<string> {
  const token = cookies.get('__Host-session') ?? ''
  const issued = readIssued(config.secrets.sessionKey, token)
  const saved = issued && (await insertSession(db, { id: issued.id, token }, issued.issuedAt))
  if (!saved) throw new Error('the visitor has no session')
  return saved.id
}
