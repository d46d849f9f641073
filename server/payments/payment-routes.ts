import { Hono } from 'hono'

import { isOwnSale } from '#server/basket/own-sale.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readId, readText } from '#server/http/input.ts'
import { shopAddress } from '#server/http/shop-address.ts'

import type { Conclusion } from './attempts.ts'
import { readBankStatus, returnFromBank, startBankTransfer } from './bank.ts'
import { payByCard, readCardPayment, returnFromCard } from './card.ts'
import { claimFreeTickets } from './claim.ts'
import type { PaymentEnv } from './payment-env.ts'
import { inTime } from './reply-in-time.ts'
import { stepBack } from './supersede.ts'

/** Payment calls [CALL-24..27], and the return addresses for 3-D Secure and banks. */
export const paymentRoutes = new Hono<PaymentEnv>()

const calls = new Hono<PaymentEnv>()

calls.post('/get_card_credentials/', async (c) => {
  const { publishableKey, script } = c.var.providers.cards
  await inTime(c.var, () => stepBack(c.var, c.var.session))
  const account = await readAccount(c.var)
  return c.json({ publishable_key: publishableKey, account, script })
})

calls.post('/pay_with_card/', async (c) => {
  const payment = {
    paymentMethodId: readId(c.var.form, 'payment_method_id'),
    contactNumber: readText(c.var.form, 'contact_number', 40),
    attempt: readId(c.var.form, 'attempt'),
    returnUrl: `${shopAddress(c)}/do/checkout/stripe_auth/`,
  }
  const conclusion = await inTime(
    c.var,
    (deadline) => payByCard(c.var, c.var.session, payment, deadline),
    () => readCardPayment(c.var, c.var.session, payment.attempt),
  )
  return c.json(paymentReply(conclusion))
})

calls.post('/claim_free_tickets/', async (c) => {
  await claimFreeTickets(c.var.db, c.var.session)
  return c.json({ success: true })
})

calls.post('/create_truelayer_payment/', async (c) => {
  const transfer = {
    contactNumber: readText(c.var.form, 'contact_number', 40),
    returnUrl: `${shopAddress(c)}/do/checkout/truelayer_return/`,
  }
  return c.json({
    url: await inTime(c.var, (deadline) => startBankTransfer(c.var, c.var.session, transfer, deadline)),
  })
})

calls.post('/get_truelayer_status/', async (c) =>
  c.json({ truelayer_status: await inTime(c.var, () => readBankStatus(c.var, c.var.session)) }),
)

calls.post('/get_payment_error/', async (c) => {
  await inTime(c.var, () => stepBack(c.var, c.var.session))
  const sale = await c.var.db
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', c.var.session.saleId)
    .executeTakeFirst()
  return c.json({ text: sale && isOwnSale(sale, c.var.session) ? sale.payment_error : '' })
})

paymentRoutes.route('/ajax/checkout/checkout', calls)

paymentRoutes.get('/do/checkout/stripe_auth/', async (c) => {
  await inTime(c.var, () => returnFromCard(c.var, c.var.session))
  return c.redirect('/checkout/', 303)
})

paymentRoutes.get('/do/checkout/truelayer_return/', async (c) => {
  const saysAbandoned = c.req.query('error') === 'tl_hpp_abandoned'
  await inTime(c.var, () => returnFromBank(c.var, c.var.session, saysAbandoned))
  return c.redirect('/checkout/', 303)
})

async function readAccount({ db, session }: ShopEnv['Variables']): Promise<string> {
  if (!session.saleId) return ''
  const { organisers } = await readBasket(db, session.saleId)
  return organisers[0]?.merchant_id ?? ''
}

function paymentReply(conclusion: Conclusion) {
  return conclusion.status === 'pending'
    ? { ...conclusion, message: 'We are checking your payment' }
    : conclusion
}
