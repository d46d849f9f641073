import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readRequest } from '#server/http/read-request.ts'
import { ticketsPath } from '#server/waiting-room/pass-waiting-room.ts'
import {
  discountRequest,
  refundProtectionRequest,
  removeTicketRequest,
  removeVoucherRequest,
  ticketQuantityRequest,
  voucherQuantityRequest,
} from '#src/basket/requests.ts'

import { addMissingTicket, addMissingVoucher } from './add-missing-line.ts'
import { afterWaitingRoom } from './after-waiting-room.ts'
import { assertLineFound, changeBasket } from './change-basket.ts'
import { assertWithinLimit } from './line-limits.ts'
import { dropSeats, keepSeatsInBasket, readSaleSeats } from './line-seats.ts'
import { readBasket } from './read-basket.ts'
import { rememberRemoved } from './removed-line.ts'
import { tryCode } from './try-code.ts'

/**
 * Calls that change the basket [CALL-04..09]. Each replies `{ success: true }`; the page then reads the checkout. With `add`, a quantity of
 * what is not in the basket adds it (docs/decisions/0072-a-removed-line-comes-back.md); with `seat`, only that seat of a line is removed.
 */
export const basketRoutes = new Hono<ShopEnv>().basePath('/ajax/checkout/checkout')

basketRoutes.post('/update_ticket_quantity/', async (c) => {
  const { ticket_id: id, quantity: qty, add } = readRequest(c.var.form, ticketQuantityRequest)
  const room = await afterWaitingRoom(
    c.var,
    ({ eventId }) => ticketsPath(eventId),
    (admittedTo) =>
      changeBasket(c.var.db, c.var.session, async (trx, sale) => {
        const result = await trx
          .updateTable('sale_tickets')
          .set(({ fn, val }) => ({ qty: add ? fn<number>('greatest', ['qty', val(qty)]) : qty }))
          .where('sale_id', '=', sale.id)
          .where('ticket_type_id', '=', id)
          .executeTakeFirst()
        if (add && !result.numUpdatedRows) await addMissingTicket(trx, sale, { id, qty }, admittedTo)
        else assertLineFound(result.numUpdatedRows, 'ticket')
        const { tickets } = await readBasket(trx, sale.id)
        for (const line of tickets)
          if (line.ticket_type_id === id) {
            if (line.seating_plan) throw new HttpError(409, 'Choose other seats on the seating plan instead')
            assertWithinLimit(line, tickets)
          }
      }),
  )
  return room ? c.json(room, 409) : c.json({ success: true })
})

basketRoutes.post('/update_gift_voucher_quantity/', async (c) => {
  const { gift_voucher_id: productId, value, qty, add } = readRequest(c.var.form, voucherQuantityRequest)
  await changeBasket(c.var.db, c.var.session, async (trx, sale) => {
    const result = await trx
      .updateTable('sale_gift_vouchers')
      .set(({ fn, val }) => ({ qty: add ? fn<number>('greatest', ['qty', val(qty)]) : qty }))
      .where('sale_id', '=', sale.id)
      .where('product_id', '=', productId)
      .where('value', '=', value)
      .executeTakeFirst()
    if (add && !result.numUpdatedRows) await addMissingVoucher(trx, sale, { productId, value, qty })
    else assertLineFound(result.numUpdatedRows, 'gift voucher')
  })
  return c.json({ success: true })
})

basketRoutes.post('/update_refund_protection/', async (c) => {
  const { refund_protection } = readRequest(c.var.form, refundProtectionRequest)
  await changeBasket(c.var.db, c.var.session, async (trx, sale) => {
    await trx.updateTable('sales').set({ refund_protection }).where('id', '=', sale.id).execute()
  })
  return c.json({ success: true })
})

basketRoutes.post('/remove_from_basket/', async (c) => {
  const { ticket_id: ticketId, seat: label } = readRequest(c.var.form, removeTicketRequest)
  // Also with an empty name: who asks for one seat must not lose the line.
  const isOfSeat = 'seat' in c.var.form
  await changeBasket(c.var.db, c.var.session, async (trx, sale) => {
    if (isOfSeat) {
      const seats = await readSaleSeats(trx, sale.id)
      const seat = seats.find((one) => one.ticket_type_id === ticketId && one.label === label)
      assertLineFound(seat, 'seat')
      await dropSeats(trx, sale.id, [seat])
      return keepSeatsInBasket(trx, sale.id)
    }
    const line = await trx
      .deleteFrom('sale_tickets')
      .where('sale_id', '=', sale.id)
      .where('ticket_type_id', '=', ticketId)
      .returning('line_number')
      .executeTakeFirst()
    assertLineFound(line, 'ticket')
    await rememberRemoved(trx, sale, { id: ticketId, value: 0, ...line })
  })
  return c.json({ success: true })
})

basketRoutes.post('/remove_gift_voucher_from_basket/', async (c) => {
  const { gift_voucher_id: productId, value } = readRequest(c.var.form, removeVoucherRequest)
  await changeBasket(c.var.db, c.var.session, async (trx, sale) => {
    const line = await trx
      .deleteFrom('sale_gift_vouchers')
      .where('sale_id', '=', sale.id)
      .where('product_id', '=', productId)
      .where('value', '=', value)
      .returning('line_number')
      .executeTakeFirst()
    assertLineFound(line, 'gift voucher')
    await rememberRemoved(trx, sale, { id: productId, value, ...line })
  })
  return c.json({ success: true })
})

basketRoutes.post('/set_code/', async (c) => {
  const isApplied = await tryCode(c.var, readRequest(c.var.form, discountRequest).code)
  if (isApplied === 'over') throw new HttpError(429, 'Too many codes were entered. Please wait a few minutes')
  return c.json({ code_applied: isApplied })
})
