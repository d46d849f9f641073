import { Hono } from 'hono'

import { sendCode } from '#server/accounts/one-time-codes.ts'
import { readPaidSale } from '#server/basket/own-sale.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import { findBuyer } from '#server/buyer/find-buyer.ts'
import { calendarEntry, readBookedDates } from '#server/catalogue/event-blocks.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry } from '#server/http/rate-limits.ts'
import { readRequest } from '#server/http/read-request.ts'
import { sendFile } from '#server/http/send-file.ts'
import { calendarChoices, calendarFile } from '#server/outbox/calendar.ts'
import { codeRequest, emailRequest } from '#src/account/requests.ts'
import { withoutCards } from '#src/checkout/rules/card-numbers.ts'
import { feedbackRequest } from '#src/order/requests.ts'

import { paidSoFar } from './paid-so-far.ts'
import { openReferrerLink, referrerLink } from './referrer-link.ts'
import { readOfferViews } from './transfers/read-offers.ts'
import { readShownTickets } from './shown-tickets.ts'
import { assertCorrectable, canCorrectEmail, correctEmail, sendTicketsAgain } from './send-again.ts'

/** Calls about the visitor's own completed order [CALL-35..37]. */
export const orderRoutes = new Hono<ShopEnv>()

const calls = '/ajax/checkout/checkout'

orderRoutes.get(`${calls}/get_simple_info/`, async (c) => {
  const { db, session } = c.var
  const sale = await readPaidSale(db, session)
  const buyer = await findBuyer(db, sale)
  const { tickets } = await readBasket(db, sale.id)
  const shown = await readShownTickets(db, sale.id)
  return c.json({
    sale_email: buyer?.email ?? '',
    sale_reference: sale.order_reference ?? '',
    // Our own fields, which other back-ends may lack.
    can_resend: sale.delivered_to_wallet_at !== null,
    can_correct_email: canCorrectEmail(sale),
    transfers: await readOfferViews(db, sale.id),
    payments: await paidSoFar(db, sale),
    shown_tickets: shown.all,
    dates: (await readBookedDates(db, tickets)).map((date) => ({
      date_id: date.id,
      calendar: calendarChoices(calendarEntry(date), `/do/checkout/calendar/${date.id}/`),
      shown_tickets: shown.of(date.id),
    })),
  })
})

orderRoutes.get('/do/checkout/calendar/:date/', async (c) => {
  const { db, session, config } = c.var
  const { tickets } = await readBasket(db, (await readPaidSale(db, session)).id)
  const date = (await readBookedDates(db, tickets)).find(({ id }) => id === c.req.param('date'))
  if (!date) return c.notFound()
  return sendFile(c, calendarFile(calendarEntry(date), config.origin))
})

orderRoutes.get(`${calls}/get_reward_referrer_link/`, async (c) =>
  c.json({ data: await referrerLink(c.var, await readPaidSale(c.var.db, c.var.session)) }),
)

orderRoutes.get('/r/:token/', async (c) => {
  const path = await openReferrerLink(c, c.req.param('token'))
  return path ? c.redirect(path, 303) : c.notFound()
})

orderRoutes.post(`${calls}/send_customer_feedback/`, async (c) => {
  const { db, config, session, form } = c.var
  const sale = await readPaidSale(db, session)
  const message = withoutCards(readRequest(form, feedbackRequest).message)
  if (!message) throw new HttpError(422, 'Please write something first')
  const limit = { what: 'feedback', who: sale.id, max: 10, withinSeconds: 24 * 3600 }
  if (!(await countTry(db, config.secrets.codePepper, [limit])))
    throw new HttpError(429, 'You have sent a lot of feedback. Please try again later')
  await db.insertInto('feedback').values({ sale_id: sale.id, message }).execute()
  return c.json({ success: true })
})

orderRoutes.post(`${calls}/resend_tickets/`, async (c) => {
  const sale = await readPaidSale(c.var.db, c.var.session)
  await sendTicketsAgain(c.var, sale.id)
  return c.json({ success: true })
})

orderRoutes.post(`${calls}/send_email_code/`, async (c) => {
  const { email } = readRequest(c.var.form, emailRequest)
  await assertCorrectable(c.var)
  await sendCode(c.var, email)
  return c.json({ success: true })
})

orderRoutes.post(`${calls}/change_email/`, async (c) => {
  const { email, code } = readRequest(c.var.form, codeRequest)
  await correctEmail(c.var, email, code.replaceAll(/\s/g, ''))
  return c.json({ success: true })
})
