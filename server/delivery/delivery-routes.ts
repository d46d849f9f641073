import { Hono } from 'hono'

import { ownsSale } from '#server/basket/own-sale.ts'
import { messages } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { deliverToBitticket, deliverToWallet } from './deliver-order.ts'
import { readTransfers } from './transfers/read-transfers.ts'
import { setTransfers } from './transfers/set-transfers.ts'

/** Calls that deliver the visitor's own paid order, and transfer its tickets [CALL-28, CALL-29, CALL-39]. */
export const deliveryRoutes = new Hono<ShopEnv>().basePath('/ajax/checkout/checkout')

deliveryRoutes.post('/deliver_to_bitticket/', async (c) => {
  await deliverToBitticket(c.var.db, await ownSaleId(c.var.db, c.var.session))
  return c.json({ delivery_completed: true })
})

deliveryRoutes.post('/deliver_to_wallet/', async (c) => {
  await deliverToWallet(c.var.db, await ownSaleId(c.var.db, c.var.session))
  return c.json({ delivery_completed: true })
})

deliveryRoutes.post('/set_transfers/', async (c) => {
  await setTransfers(c.var, readTransfers(c.var.form))
  return c.json({ success: true })
})

/** Returns the id of the session's sale. Throws `HttpError` 409 without one, 404 for one opened by a shared link. */
async function ownSaleId(db: Database, session: Session): Promise<string> {
  if (!session.saleId) throw new HttpError(409, messages.noBasket)
  if (!(await ownsSale(db, session))) throw new HttpError(404, messages.noOrder)
  return session.saleId
}
