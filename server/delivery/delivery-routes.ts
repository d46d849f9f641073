import { Hono, type Context } from 'hono'

import { ownsSale, readPaidSale } from '#server/basket/own-sale.ts'
import { messages } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readRequest } from '#server/http/read-request.ts'
import type { Session } from '#server/http/session.ts'
import { cancelTransferRequest, correctTransferRequest } from '#src/order/requests.ts'

import { deliverToBitticket, deliverToWallet } from './deliver-order.ts'
import { cancelTransfer, correctTransfer } from './transfers/change-offer.ts'
import { readOfferViews } from './transfers/read-offers.ts'
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
  return showOffers(c)
})

// Our own, which other back-ends may lack.
deliveryRoutes.post('/cancel_transfer/', async (c) => {
  const { db, session, form } = c.var
  const { id } = await readPaidSale(db, session)
  await cancelTransfer(db, id, readRequest(form, cancelTransferRequest).transfer_id)
  return showOffers(c)
})

deliveryRoutes.post('/correct_transfer/', async (c) => {
  const { db, session, form } = c.var
  const { id } = await readPaidSale(db, session)
  const { transfer_id, ...recipient } = readRequest(form, correctTransferRequest)
  await correctTransfer(c.var, id, transfer_id, recipient)
  return showOffers(c)
})

/** Replies with the offers of the visitor's own order. */
async function showOffers(c: Context<ShopEnv>): Promise<Response> {
  const { db, session } = c.var
  const transfers = await readOfferViews(db, (await readPaidSale(db, session)).id)
  return c.json({ success: true, transfers })
}

/** Returns the id of the session's sale. Throws `HttpError` 409 without one, 404 for one opened by a shared link. */
async function ownSaleId(db: Database, session: Session): Promise<string> {
  if (!session.saleId) throw new HttpError(409, messages.noBasket)
  if (!(await ownsSale(db, session))) throw new HttpError(404, messages.noOrder)
  return session.saleId
}
