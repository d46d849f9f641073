import { Hono } from 'hono'

import { messages } from '#server/basket/sale.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { shopAddress } from '#server/http/shop-address.ts'

import { deliverToBitticket, deliverToWallet } from './deliver-order.ts'

/** Calls that deliver the session's paid order [CALL-28, CALL-29]. */
export const deliveryRoutes = new Hono<ShopEnv>().basePath('/ajax/checkout/checkout')

deliveryRoutes.post('/deliver_to_bitticket/', async (c) => {
  await deliverToBitticket(c.var.db, ownSaleId(c.var.session))
  return c.json({ delivery_completed: true })
})

deliveryRoutes.post('/deliver_to_wallet/', async (c) => {
  await deliverToWallet(c.var.db, ownSaleId(c.var.session), shopAddress(c))
  return c.json({ delivery_completed: true })
})

function ownSaleId({ saleId }: Session): string {
  if (!saleId) throw new HttpError(409, messages.noBasket)
  return saleId
}
