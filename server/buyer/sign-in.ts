import type { Context } from 'hono'

import { deleteCodes } from '#server/accounts/one-time-codes.ts'
import { findUserByEmail } from '#server/accounts/users.ts'
import { isOwnSale } from '#server/basket/own-sale.ts'
import { isPaying, lockOwnSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { Session } from '#server/http/session.ts'
import { rotateSession } from '#server/http/session-middleware.ts'
import { takePlaces } from '#server/waiting-room/places.ts'

import { clearBuyer, identify, leaveSale } from './identify-buyer.ts'
import { clearKeptTickets } from './kept-tickets.ts'
import { markSignOut } from './mark-sign-out.ts'
import { keepCharityUpdates } from './marketing-choices.ts'

/**
 * Signs the visitor in to the account of a proven email, with a new session token, and assigns the session's open sale
 * and its places in waiting rooms to it. Somebody else who is signed in is signed out first. Without such an account, returns
 * false; an open sale of that email then counts as the owner's.
 */
export async function signIn(c: Context<ShopEnv>, email: string): Promise<boolean> {
  const { db } = c.var
  const user = await findUserByEmail(db, email)
  if (!user) {
    await noteProof(db, c.var.session, email)
    return false
  }
  const isSomebodyElse = c.var.session.userId !== user.id
  if (isSomebodyElse && c.var.session.userId !== null) await forgetVisitor(c)
  const { session } = c.var
  if (session.saleId)
    await inTransaction(db, async (trx) => {
      const sale = await lockOwnSale(trx, session)
      if (sale.paid_at || (await isPaying(trx, sale.id))) return
      await identify(trx, sale, session, { userId: user.id, email: '', name: '' })
      await keepCharityUpdates(trx, sale.id, session)
    })
  await rotateSession(c, user.id)
  await takePlaces(db, c.var.session)
  if (isSomebodyElse) clearKeptTickets(c)
  return true
}

/** Notes that a guest has proven the email that they typed before. */
async function noteProof(db: Database, session: Session, email: string): Promise<void> {
  if (!session.saleId) return
  await db
    .updateTable('sales')
    .set({ is_email_proven: true, updated_at: shopNow })
    .where('id', '=', session.saleId)
    .where('session_id', '=', session.id)
    .where('guest_email', '=', email)
    .where('is_email_proven', '=', false)
    .execute()
}

/** Signs the visitor out, with a new session token [CALL-14]. */
export async function signOut(c: Context<ShopEnv>): Promise<void> {
  await forgetVisitor(c)
  await rotateSession(c, null)
  clearKeptTickets(c)
}

/**
 * Forgets the session's proven emails. An open sale stays in the session without its buyer. A sale that is paid, being paid
 * or somebody else's keeps its buyer and is detached from the session.
 */
async function forgetVisitor(c: Context<ShopEnv>): Promise<void> {
  const { db, session } = c.var
  markSignOut(c)
  await deleteCodes(db, session)
  if (!session.saleId) return
  const isLeft = await inTransaction(db, async (trx) => {
    const sale = await lockOwnSale(trx, session)
    const isOpenAndOwn = isOwnSale(sale, session) && !sale.paid_at && !(await isPaying(trx, sale.id))
    if (isOpenAndOwn) await clearBuyer(trx, sale)
    else await leaveSale(trx, session)
    return !isOpenAndOwn
  })
  if (isLeft) c.set('session', { ...session, saleId: null })
}
