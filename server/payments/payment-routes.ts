import { Hono, type Context } from 'hono'
import type * as z from 'zod/mini'

import { isOwnSale } from '#server/basket/own-sale.ts'
import { readBasket } from '#server/basket/read-basket.ts'
import { offersInstalmentPlans } from '#server/config.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readRequest } from '#server/http/read-request.ts'
import { shopAddress } from '#server/http/shop-address.ts'
import {
  bankTransferRequest,
  cardPaymentRequest,
  instalmentRequest,
  squarePaymentRequest,
} from '#src/payment/requests.ts'

import { findOpenPayment, mayHaveTakenMoney } from './attempts/find-attempts.ts'
import type { Conclusion } from './attempts/conclusion.ts'
import { assertConfigured } from './attempts/provider-of.ts'
import { readBankStatus, returnFromBank, startBankTransfer } from './bank/bank.ts'
import { payByCard, readCardPayment, returnFromCard, type CardPayment } from './card/card.ts'
import { claimFreeTickets } from './orders/claim.ts'
import type { PaymentEnv } from './attempts/payment-env.ts'
import type { CardChoice } from './plans/chosen-card.ts'
import { attemptKeyFor, payFirstInstalment } from './instalments/pay-first-instalment.ts'
import { inTime, ignoreUnreachable, type Deadline } from './settling/reply-in-time.ts'
import { cancelUnconfirmed } from './settling/supersede.ts'

/** Payment calls [CALL-23..27, CALL-34], and the return addresses for 3-D Secure and banks. */
export const paymentRoutes = new Hono<PaymentEnv>()

const calls = new Hono<PaymentEnv>()

const beingChecked = 'We are checking your last payment. Please wait a moment before you pay again'

calls.post('/get_card_credentials/', async (c) => {
  const { publishableKey, script } = c.var.providers.cards
  const account = await readAccount(c.var)
  return c.json({ publishable_key: publishableKey, account, script })
})

calls.post('/get_square_credentials/', async (c) => {
  const { applicationId, locationOf, script } = assertConfigured(c.var.providers.square)
  const location = locationOf(await readAccount(c.var))
  return c.json({ app_id: applicationId, location_id: location, checkout_js: script })
})

calls.post('/pay_with_card/', async (c) => {
  const { payment_method_id, ...payment } = readRequest(c.var.form, cardPaymentRequest)
  return payWith(c, { provider: 'stripe', paymentMethodId: payment_method_id }, payment)
})

calls.post('/pay_with_square/', async (c) => {
  const { source_id, verification_token, ...payment } = readRequest(c.var.form, squarePaymentRequest)
  const card = { paymentMethodId: source_id, verificationToken: verification_token }
  return payWith(c, { provider: 'square', ...card }, payment)
})

calls.post('/pay_with_instalment/', async (c) => {
  const { db, session, form, config } = c.var
  if (!offersInstalmentPlans(config))
    throw new HttpError(503, 'This payment method is not available at the moment')
  // Beside a saved card, a new one does not count, whatever a page has left in its field
  const chosen = form.selected_payment_method_id ? { ...form, new_payment_method: '' } : form
  const asked = readRequest(chosen, instalmentRequest)
  const plan = {
    months: asked.instalment_option,
    mobile: asked.contact_number,
    card: cardChoice(asked),
    returnUrl: returnAddress(c),
  }
  const payment = { ...plan, attempt: asked.attempt || (await attemptKeyFor(db, session, plan)) }
  return replyInTime(c, payment.attempt, (deadline) => payFirstInstalment(c.var, session, payment, deadline))
})

calls.post('/claim_free_tickets/', async (c) => {
  await claimFreeTickets(c.var)
  return c.json({ success: true })
})

calls.post('/create_truelayer_payment/', async (c) => {
  const transfer = {
    contactNumber: readRequest(c.var.form, bankTransferRequest).contact_number,
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
  const { db, session } = c.var
  await inTime(c.var, () => cancelUnconfirmed(c.var, session))
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', session.saleId).executeTakeFirst()
  if (!sale || !isOwnSale(sale, session)) return c.json({ text: '' })
  const isPending = (await findOpenPayment(db, session)) !== undefined
  if (isPending) return c.json({ text: beingChecked, is_pending: true })
  const isUncharged = sale.payment_error !== '' && !(await mayHaveTakenMoney(db, sale.id))
  return c.json({ text: sale.payment_error, ...(isUncharged && { is_uncharged: true }) })
})

paymentRoutes.route('/ajax/checkout/checkout', calls)

paymentRoutes.get('/do/checkout/stripe_auth/', async (c) => {
  return backToCheckout(c, () => returnFromCard(c.var, c.var.session))
})

paymentRoutes.get('/do/checkout/truelayer_return/', async (c) => {
  const { payment_id: payment = '', error } = c.req.query()
  const saysAbandoned = error === 'tl_hpp_abandoned'
  return backToCheckout(c, () => returnFromBank(c.var, c.var.session, { payment, saysAbandoned }))
})

/** Redirects to the checkout, which reads the payment's outcome again, even if the provider does not answer. */
async function backToCheckout(c: Context<PaymentEnv>, work: () => Promise<void>): Promise<Response> {
  await inTime(
    c.var,
    () => ignoreUnreachable(work),
    () => Promise.resolve(),
  )
  return c.redirect('/checkout/', 303)
}

async function readAccount({ db, session }: ShopEnv['Variables']): Promise<string> {
  if (!session.saleId) return ''
  const { organisers } = await readBasket(db, session.saleId)
  return organisers[0]?.merchant_id ?? ''
}

type Card = Pick<CardPayment, 'provider' | 'paymentMethodId' | 'verificationToken'>

function payWith(
  c: Context<PaymentEnv>,
  card: Card,
  { contact_number: contactNumber, attempt }: { contact_number: string; attempt: string },
) {
  const payment = { ...card, contactNumber, attempt, returnUrl: returnAddress(c) }
  return replyInTime(c, payment.attempt, (deadline) => payByCard(c.var, c.var.session, payment, deadline))
}

/** Replies with the payment's result, or that it is being checked. */
async function replyInTime(
  c: Context<PaymentEnv>,
  attempt: string,
  pay: (deadline: Deadline) => Promise<Conclusion>,
) {
  const conclusion = await inTime(c.var, pay, () => readCardPayment(c.var, c.var.session, attempt))
  return c.json(paymentReply(conclusion))
}

/** Where 3-D Secure sends the buyer back. */
function returnAddress(c: Context<PaymentEnv>): string {
  return `${shopAddress(c)}/do/checkout/stripe_auth/`
}

/** Returns the saved or new card of an instalment. Throws `HttpError` 422 without one. */
function cardChoice(asked: z.output<typeof instalmentRequest>): CardChoice {
  const { selected_payment_method_id: savedId, new_payment_method: card } = asked
  if (savedId) return { savedId }
  if (!card?.id) throw new HttpError(422, 'The field id is not valid')
  return { newMethodId: card.id, makesDefault: card.make_default_payment_method }
}

function paymentReply(conclusion: Conclusion) {
  return conclusion.status === 'pending'
    ? { ...conclusion, message: 'We are checking your payment' }
    : conclusion
}
