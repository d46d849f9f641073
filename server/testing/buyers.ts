import { hashToken } from '#server/http/tokens.ts'

import { mailsOf } from './mails.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from './offers.ts'
import type { TestShop, Visitor } from './test-shop.ts'

type Offer = Parameters<typeof offer>[1]

/** Makes an unidentified visitor with two reserved tickets; `changes` apply to the event. */
export async function reserved(shop: TestShop, changes: Offer = {}, qty = 2): Promise<Visitor> {
  return reservedOf(shop, await offer(shop.db, changes), qty)
}

/** Like `reserved`, with an existing event. */
export async function reservedOf(shop: TestShop, event: Offered, qty = 2): Promise<Visitor> {
  const visitor = await visitorWith(shop, event.entry(qty))
  const reply = await call(visitor, 'reserve_tickets')
  if (!reply.json?.reserved) throw new Error(reply.text)
  return visitor
}

/** Reads the row of a visitor's sale. */
export async function saleOf({ db }: TestShop, visitor: Visitor) {
  const { sale_reference } = await checkoutOf(visitor)
  return db.selectFrom('sales').selectAll().where('reference', '=', sale_reference).executeTakeFirstOrThrow()
}

/** Puts any sale in a visitor's session, as opening its shared link does. */
export async function openSale({ db }: TestShop, visitor: Visitor, saleId: string): Promise<void> {
  // The first change makes the session.
  await call(visitor, 'set_code')
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ sale_id: saleId })
    .where('token_hash', '=', hashToken(visitor.cookies.get('__Host-session') ?? ''))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the visitor has no session')
}

/** Makes one of the documented calls about the visitor. */
export function userCall(visitor: Visitor, name: string, body = {}) {
  return visitor.post(`/ajax/user/user/${name}/`, body)
}

/** Reads the latest code mailed to an email. */
export async function codeFor(shop: TestShop, email: string): Promise<string> {
  const mail = (await mailsOf(shop, 'code:')).find(({ to }) => to === email)
  const [code] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? []
  if (!code) throw new Error(`no code was sent to ${email}`)
  return code
}

/** Proves an email by a code and returns the reply of the check. */
export async function prove(shop: TestShop, visitor: Visitor, email: string) {
  const sent = await userCall(visitor, 'send_one_time_code', { email })
  if (sent.status !== 200) throw new Error(sent.text)
  return userCall(visitor, 'check_one_time_code', { email, code: await codeFor(shop, email) })
}

let people = 0

/** Makes an email that no other test uses. */
export function newEmail(): string {
  return `person-${++people}@example.com`
}

/** Creates an account and returns its id. */
export async function account({ db }: TestShop, email: string): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email, first_name: 'Ada', last_name: 'Lovelace' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes a visitor with a reserved basket who has signed in to a new account. */
export async function member(shop: TestShop, changes: Offer = {}, event?: Offered) {
  const email = newEmail()
  const userId = await account(shop, email)
  const visitor = event ? await reservedOf(shop, event) : await reserved(shop, changes)
  await prove(shop, visitor, email)
  return { visitor, email, userId }
}

/** Makes a visitor with a reserved basket who continues as a guest, with email and name. */
export async function guest(shop: TestShop, changes: Offer = {}) {
  const email = newEmail()
  const visitor = await reserved(shop, changes)
  await prove(shop, visitor, email)
  await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Hopper' })
  return { visitor, email }
}
