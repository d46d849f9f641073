import { Hono } from 'hono'

import { releaseHold } from '#server/basket/release-hold.ts'
import { assertChangeable, lockOwnSale } from '#server/basket/sale.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readRequest } from '#server/http/read-request.ts'
import type { ReserveEnv } from '#server/reservation/decide-reservations.ts'
import { extendHold } from '#server/reservation/extend-hold.ts'
import { reserve } from '#server/reservation/reserve.ts'
import type { SeatsEnv } from '#server/seats/seats-env.ts'
import { stepRequest } from '#src/checkout/requests.ts'
import { reserveRequest } from '#src/reservation/requests.ts'

import { stepNamed } from './basket-state.ts'
import { readCheckout } from './read-checkout.ts'
import { reportStep, type ReportEnv } from './report-step.ts'

/** Calls that read, reserve and edit the checkout, and report the buyer's step [CALL-10, CALL-31..33]. */
export const checkoutRoutes = new Hono<SeatsEnv & ReportEnv & ReserveEnv>().basePath(
  '/ajax/checkout/checkout',
)

checkoutRoutes.get('/get/', async (c) => c.json(await readCheckout(c.var)))

checkoutRoutes.post('/reserve_tickets/', async (c) => {
  const { 'h-captcha-response': token } = readRequest(c.var.form, reserveRequest)
  return c.json(await reserve(c.var, c.var.session, token))
})

checkoutRoutes.post('/update_basket_state/', async (c) => {
  const step = stepNamed(readRequest(c.var.form, stepRequest).state)
  if (!step) throw new HttpError(422, 'Unknown state')
  return c.json({ seconds_remaining: await reportStep(c.var, step) })
})

checkoutRoutes.post('/extend_hold/', async (c) => c.json(await extendHold(c.var.db, c.var.session)))

checkoutRoutes.post('/destroy_sale/', async (c) => {
  await inTransaction(c.var.db, async (trx) => {
    const sale = await lockOwnSale(trx, c.var.session)
    await assertChangeable(trx, sale)
    await releaseHold(trx, sale)
    await trx
      .updateTable('sales')
      .set((eb) => ({
        reference: null,
        // A payment of the reservation that is released here must not pay a later one.
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
