import { Hono } from 'hono'

import { isOwnSale } from '#server/basket/own-sale.ts'
import type { Basket } from '#server/basket/read-basket.ts'
import { releaseHold } from '#server/basket/release-hold.ts'
import { assertChangeable, isAtBank, lockBasket, lockOwnSale, messages } from '#server/basket/sale.ts'
import { storeArrival } from '#server/basket/step-arrivals.ts'
import { later } from '#server/database/later.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readRequiredText, readText } from '#server/http/input.ts'
import type { Session } from '#server/http/session.ts'
import type { AdmissionEnv } from '#server/reservation/admission.ts'
import { reserve } from '#server/reservation/reserve.ts'
import { visitedBasket, type VisitEnv } from '#server/reservation/visits.ts'
import type { SeatsEnv } from '#server/seats/seats-env.ts'

import { isAllowed, isOvertaken, type SaleProgress, stepNamed } from './basket-state.ts'
import { readCheckoutView } from './checkout-view.ts'
import { emptyCheckout } from './empty-checkout.ts'

/** Calls that read, reserve and edit the checkout, and report the buyer's step [CALL-10, CALL-31..33]. */
export const checkoutRoutes = new Hono<SeatsEnv & VisitEnv & AdmissionEnv>().basePath(
  '/ajax/checkout/checkout',
)

checkoutRoutes.get('/get/', async (c) => {
  const basket = await visitedBasket(c.var)
  if (!basket || isPaidByAnother(basket, c.var.session)) return c.json(emptyCheckout)
  return c.json(await readCheckoutView(c.var, basket))
})

checkoutRoutes.post('/reserve_tickets/', async (c) => {
  const token = readText(c.var.form, 'h-captcha-response', 10_000)
  return c.json(await reserve(c.var, c.var.session, token))
})

checkoutRoutes.post('/update_basket_state/', async (c) => {
  const { db, session } = c.var
  const state = stepNamed(readRequiredText(c.var.form, 'state', 50))
  if (!state) throw new HttpError(422, 'Unknown state')
  return inTransaction(db, async (trx) => {
    const basket = session.saleId && (await lockBasket(trx, session.saleId))
    if (!basket || isPaidByAnother(basket, session)) {
      if (state !== 'basket') throw new HttpError(409, messages.noBasket)
      return c.json({ seconds_remaining: null })
    }
    const { sale, secondsRemaining } = basket
    // A visitor with a shared link must not change the buyer's step.
    if (!isOwnSale(sale, session)) return c.json({ seconds_remaining: secondsRemaining })
    const progress: SaleProgress = {
      phase: sale.paid_at ? 'paid' : sale.held_until ? 'held' : 'basket',
      isKnown: session.userId !== null || sale.guest_email !== '',
      isAtBank: state === 'awaiting_truelayer' && (await isAtBank(trx, sale.id)),
    }
    if (isOvertaken(state, progress)) return c.json({ seconds_remaining: secondsRemaining })
    if (!isAllowed(state, await readCheckoutView({ ...c.var, db: trx }, basket), progress))
      throw new HttpError(409, 'The checkout has moved on. Please refresh the page')
    await later(trx, trx.updateTable('sales').set({ state, updated_at: shopNow }).where('id', '=', sale.id))
    await storeArrival(trx, sale.id, state)
    return c.json({ seconds_remaining: secondsRemaining })
  })
})

checkoutRoutes.post('/destroy_sale/', async (c) => {
  await inTransaction(c.var.db, async (trx) => {
    const sale = await lockOwnSale(trx, c.var.session)
    await assertChangeable(trx, sale)
    await releaseHold(trx, sale)
    await trx
      .updateTable('sales')
      .set((eb) => ({
        reference: null,
        // A payment of the order that is given up here must not pay a later one.
        basket_version: eb('basket_version', '+', 1),
        state: 'basket',
        edit_basket_clicked: true,
        reserving_error: '',
        updated_at: shopNow,
      }))
      .where('id', '=', sale.id)
      .execute()
  })
  return c.json({ success: true })
})

/** Returns whether a sale was paid by somebody else; a shared link to it stops working then. */
function isPaidByAnother({ sale }: Basket, session: Session): boolean {
  return sale.paid_at !== null && !isOwnSale(sale, session)
}
