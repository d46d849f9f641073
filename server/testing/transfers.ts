import { shopNowPlus } from '#server/database/shop-time.ts'

import { newEmail } from './buyers.ts'
import { mailsOf } from './mails.ts'
import { call } from './offers.ts'
import { payInFull } from './pay-in-full.ts'
import { payer, type Payer } from './payers.ts'
import type { Fields, TestShop } from './test-shop.ts'

/** Makes a buyer with two paid tickets in the wallet; `changes` apply to the event. */
export async function owner(shop: TestShop, changes: Parameters<typeof payer>[1] = {}, qty = 2) {
  const one = await payer(shop, changes, qty)
  const { id } = await one.sale()
  await payInFull(shop, id)
  await call(one.visitor, 'deliver_to_bitticket')
  return { ...one, sale: await one.sale() }
}

/** Makes an entry as the page sends it: one ticket for somebody new, sent now. */
export const entryFor = ({ event }: Pick<Payer, 'event'>, changes: Fields = {}): Fields => ({
  ticket_id: event.ticket(),
  name: 'Bo Recipient',
  email: newEmail(),
  qty: 1,
  is_gift: false,
  send_gift: 'Send now',
  delivery_date: '',
  delivery_time: '',
  message: '',
  ...changes,
})

/** Transfers tickets as the page does. */
export function transfer({ visitor }: Pick<Payer, 'visitor'>, ...transfers: Fields[]) {
  return call(visitor, 'set_transfers', { transfers })
}

/** Finds the path in the mail that offers tickets to this email; '' without a mail. */
export async function acceptPath(shop: TestShop, email: string): Promise<string> {
  const mail = (await mailsOf(shop, 'transfer:')).find(({ to }) => to === email)
  return /\/transfers\/[\w-]+\//.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Reads an order's tickets, by copy. */
export function ticketsOf({ db }: TestShop, saleId: string) {
  return db.selectFrom('tickets').selectAll().where('sale_id', '=', saleId).orderBy('copy').execute()
}

/** Moves an event into the past, as if it had just ended. */
export async function endEvent({ db }: TestShop, { id }: { id: string }): Promise<void> {
  await db
    .updateTable('event_dates')
    .set({ starts_at: shopNowPlus(-2 * 60 * 60), ends_at: shopNowPlus(-60) })
    .where('id', '=', id)
    .execute()
}

/** Voids a ticket's code as a refund does. */
export async function refund({ db }: TestShop, ticket: { id: string; code: string } | undefined) {
  if (!ticket) throw new Error('There is no such ticket')
  const { id, code } = ticket
  await db.insertInto('voided_codes').values({ code, ticket_id: id, reason: 'refunded' }).execute()
}
