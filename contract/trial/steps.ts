import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import { firstHeldStep, saleSteps, stepFacts, type Step } from '#src/checkout/rules/sale-steps.ts'
import type { Checkout, CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { questionSteps } from '#src/questions/rules/question-steps.ts'
import type { FormFields } from '#src/http/form-encoding.ts'
import type { Buyer } from './buyer.ts'
import { NotTried } from './findings.ts'
import type { Means } from './means.ts'

/** A buyer on the way, with what they are going to type. */
export interface Shopper {
  buyer: Buyer
  means: Means
  email: string
  name: string
  /** How to pay; null for free tickets. */
  method: PaymentMethod | null
  /** The step to come to, where the buyer has a choice. */
  wanted: CheckoutState | undefined
}

const house = {
  address_1: '1 Harbour Street',
  address_2: '',
  town: 'Whitby',
  postcode: 'YO21 1DN',
  state: '',
}
const phone = '07700 900123'

/** What a buyer does in each step, with the calls of the page in its order. A new state does not compile without an entry. */
export const leave: Record<Step, (shopper: Shopper) => Promise<void>> = {
  basket: editBasket,
  reserve: (shopper) => reserve(shopper),
  captcha: async (shopper) => {
    const token = await shopper.means.solveCaptcha?.()
    if (!token) throw new NotTried('the back-end asks for a captcha, which is for people')
    await reserve(shopper, { 'h-captcha-response': token })
  },
  donation: async ({ buyer, wanted }) => {
    const amount = wanted === 'login' ? '0.00' : '10.00'
    await buyer.must('saveDonation', {
      amount_before_booking_fee: amount,
      charity_id: buyer.checkout.charity?.id ?? '',
    })
  },
  gift_aid: async ({ buyer }) => {
    const declined = { is_gift_aid: false, subscribe: false, uk_based: false, address1: '', postcode: '' }
    await buyer.must('updateDonation', declined)
  },
  login: enterAsGuest,
  marketing_preferences: async ({ buyer }) => {
    const organisers = buyer.checkout.marketing_preferences?.basket_organisers ?? []
    await buyer.must('setMarketingPreferences', {
      ct_subscribed: false,
      event_subscribed: false,
      organiser_subscribed_marketing: Object.fromEntries(organisers.map(({ id }) => [id, false])),
    })
  },
  delivery_address: async (shopper) => {
    await shopper.buyer.call('getUserAddresses')
    await shopper.buyer.call('lookupAddress', { address: house.postcode })
    await saveAddress(shopper)
  },
  ticket_questions_before: (shopper) => answer(shopper, 'before'),
  payment: pay,
  awaiting_truelayer: awaitBank,
  deliver_tickets: async ({ buyer }) => {
    for (const name of ['deliverToBitticket', 'deliverToWallet'] as const) {
      const { delivery_completed } = await buyer.must(name)
      if (!delivery_completed) throw buyer.broken(name, 'says that the tickets were not delivered')
    }
  },
  ticket_questions_after: (shopper) => answer(shopper, 'after'),
  waiver: () => Promise.resolve(),
  after_sale_messages: () => Promise.resolve(),
  order_completed: readOrder,
}

// `Object.keys` returns plain strings.
const inOrder = Object.keys(saleSteps) as Step[]

/** The step to which the page goes on from this one, decided by the checkout as its rules do. */
export function stepAfter(
  from: Step,
  checkout: Checkout,
  { method, wanted }: Pick<Shopper, 'method' | 'wanted'>,
): Step {
  const facts = stepFacts(checkout)
  if (from === 'basket') return 'reserve'
  if (from === 'reserve' && wanted === 'captcha') return 'captcha'
  if (from === 'reserve' || from === 'captcha') return firstHeldStep(facts)
  if (from === 'payment' && method === 'bank') return 'awaiting_truelayer'
  const later = inOrder.slice(inOrder.indexOf(from) + 1).filter((step) => step !== 'awaiting_truelayer')
  return later.find((step) => saleSteps[step].isIn(facts)) ?? 'order_completed'
}

async function editBasket({ buyer }: Shopper) {
  if (buyer.checkout.tickets.some(({ seats }) => seats.length > 0)) await readSeats(buyer)
  const [line] = buyer.checkout.tickets
  if (line?.can_update_quantity)
    await buyer.must('updateTicketQuantity', { ticket_id: line.ticket_id, quantity: line.qty })
  if (buyer.checkout.has_refund_protection)
    await buyer.must('updateRefundProtection', { refund_protection: false })
  await buyer.call('setCode', { code: 'NO-SUCH-CODE' })
  const [now] = (await buyer.read()).tickets
  if (line && line.qty !== now?.qty)
    throw buyer.broken('updateTicketQuantity', `sets another quantity than ${line.qty}`)
}

/** What the screen reads on which seats are chosen. */
async function readSeats(buyer: Buyer) {
  await buyer.must('getEventDate')
  await buyer.must('getCurrentSeatingPlan')
  await buyer.call('getFreeSeats')
}

async function reserve({ buyer, wanted }: Shopper, fields: FormFields = {}) {
  const reply = await buyer.must('reserveTickets', fields)
  if (reply.outcome === 'captcha' && wanted === 'captcha') return
  if (reply.outcome === 'captcha') throw new NotTried('the back-end asks for a captcha, which is for people')
  if (reply.outcome === 'redirect') throw new NotTried('the back-end sends the buyer away before it reserves')
  if (reply.outcome === 'error')
    throw buyer.broken('reserveTickets', `does not reserve what is on sale: ${reply.error}`)
  if (reply.outcome === 'unknown')
    throw buyer.broken(
      'reserveTickets',
      'replies none of reserved, captcha, redirect and error: nothing is reserved',
    )
  buyer.isHeld()
  if (reply.sale_reference === '') buyer.tolerated('reserveTickets', 'reserves without a sale_reference')
}

async function enterAsGuest(shopper: Shopper) {
  const { buyer, means, email } = shopper
  await buyer.must('sendOneTimeCode', { email })
  const code = await means.codeFor(email)
  const wrong = await buyer.call('checkOneTimeCode', { email, code: code === '000000' ? '111111' : '000000' })
  if (wrong.ok && isAccepted(wrong.reply.outcome))
    throw buyer.broken('checkOneTimeCode', 'accepts a wrong code')
  const { outcome } = await buyer.must('checkOneTimeCode', { email, code })
  if (!isAccepted(outcome)) throw buyer.broken('checkOneTimeCode', 'refuses the code that was sent')
  await saveGuest(shopper)
  await buyer.must('getUser')
}

const isAccepted = (outcome: string) => outcome === 'new' || outcome === 'has_account'

async function saveGuest({ buyer, email, name }: Shopper) {
  const { error } = await buyer.must('saveGuestToSale', { email, fullname: name })
  if (error) throw buyer.broken('saveGuestToSale', `refuses a guest: ${error}`)
}

async function saveAddress({ buyer, name }: Shopper) {
  const { countries } = await buyer.must('getAddressAllCountriesStates')
  const country = countries.find((one) => /kingdom|^uk$/i.test(one.name)) ?? countries[0]
  if (!country) throw buyer.broken('getAddressAllCountriesStates', 'lists no country')
  const [first_name = '', last_name = ''] = name.split(' ')
  const { voucherNames, phone: needsPhone } = demandedDetails(buyer.checkout)
  await buyer.must('setDeliveryAddress', {
    address: { selected_user_address_id: 'new', first_name, last_name, ...house, country: country.id },
    gift_voucher_from: voucherNames ? name : '',
    gift_voucher_to: voucherNames ? 'Grace Hopper' : '',
    ...(needsPhone && { contact_number: phone }),
  })
}

async function answer({ buyer }: Shopper, moment: 'before' | 'after') {
  const fields = questionSteps(buyer.checkout, moment).flatMap((step) => step.fields)
  const answers = fields.map(({ key, question }) => {
    const byType = { text: 'Ada', checkbox: '1', dropdown: question.prepopulated_array[0] ?? '' }
    return [key, byType[question.type]]
  })
  const { questions_set } = await buyer.must('saveQuestionAnswers', {
    answers: Object.fromEntries(answers) as FormFields,
    before_or_after: moment,
  })
  if (!questions_set) throw buyer.broken('saveQuestionAnswers', 'says that the answers were not saved')
}

async function pay(shopper: Shopper) {
  const { buyer, method, email } = shopper
  const { checkout } = buyer
  const isExpress = !saleSteps.login.isIn(stepFacts(checkout))
  if (isExpress) await saveGuest(shopper)
  const { address } = demandedDetails(checkout)
  if (address && !saleSteps.delivery_address.isIn(stepFacts(checkout))) await saveAddress(shopper)
  await buyer.call('getPaymentError')
  if (method === null) await buyer.must('claimFreeTickets', { email })
  else if (method === 'bank') return goToBank(shopper)
  else {
    const reply = await payBy(shopper, 'pays')
    if (reply.status === 'redirect_to_url') throw new NotTried('the card is to be confirmed by its owner')
    if (reply.status !== 'success')
      throw buyer.broken(
        callOf(method),
        `does not take a good card: ${reply.status}${reply.message && ` (${reply.message})`}`,
      )
  }
  if (!isPaid(await buyer.read()))
    throw buyer.broken(callOf(method), 'says success, and the checkout is not paid')
}

/** The call that pays by a method. */
export function callOf(method: PaymentMethod | null) {
  if (method === null) return 'claimFreeTickets'
  return (
    {
      bank: 'createTruelayerPayment',
      card: 'payWithCard',
      wallet: 'payWithCard',
      square: 'payWithSquare',
      plan: 'payWithInstalment',
    } as const
  )[method]
}

/** Pays with a card that is good or declined, and returns the reply. */
export async function payBy({ buyer, means, method }: Shopper, card: 'pays' | 'declined') {
  if (!means.typeCard) throw new NotTried('no card can be typed there')
  const attempt = crypto.randomUUID()
  const needsPhone = demandedDetails(buyer.checkout).phone
  const contact = needsPhone && { contact_number: phone }
  if (method === 'square') {
    const { app_id } = await buyer.must('getSquareCredentials')
    const source_id = await means.typeCard('square', app_id, card)
    return buyer.must('payWithSquare', { source_id, attempt, ...contact })
  }
  const credentials = await buyer.call('getCardCredentials')
  const key = credentials.ok ? credentials.reply.publishable_key : ''
  if (key.startsWith('pk_live_')) throw new NotTried('its card payments have a live key')
  const id = await means.typeCard('stripe', key, card)
  if (method !== 'plan') return buyer.must('payWithCard', { payment_method_id: id, attempt, ...contact })
  const [months = ''] = instalmentOptions(buyer.checkout)
  const [month, year] = [12, new Date().getFullYear() + 2]
  const shown = { brand: 'visa', last4: '4242', month, year, funding: 'credit' }
  return buyer.must('payWithInstalment', {
    instalment_option: months,
    contact_number: phone,
    selected_payment_method_id: '',
    new_payment_method: { id, ...shown, make_default_payment_method: false },
    attempt,
  })
}

async function goToBank({ buyer, means }: Shopper) {
  const { url } = await buyer.must('createTruelayerPayment')
  await means.payAtBank(buyer.browser, url)
}

async function awaitBank({ buyer }: Shopper) {
  const { truelayer_status: status } = await buyer.must('getTruelayerStatus')
  if (status.truelayer_status_error)
    throw buyer.broken(
      'getTruelayerStatus',
      `tells an error after the buyer has paid: ${status.truelayer_status_error}`,
    )
  if (!status.payment_completed)
    throw buyer.broken(
      'getTruelayerStatus',
      'does not tell that the payment is complete, after the buyer has paid',
    )
  if (status.total !== buyer.checkout.basket_total)
    throw buyer.broken('getTruelayerStatus', 'tells another total than the checkout')
  if (!isPaid(await buyer.read()))
    throw buyer.broken(
      'getTruelayerStatus',
      'says that the payment is complete, and the checkout is not paid',
    )
}

async function readOrder({ buyer, email }: Shopper) {
  const order = await buyer.must('getSimpleInfo')
  if (!order.sale_reference && !buyer.checkout.sale_reference)
    throw buyer.broken(
      'getSimpleInfo',
      'tells no sale_reference, as does the checkout: the order has no name',
    )
  if (order.sale_email !== email)
    throw buyer.broken('getSimpleInfo', 'tells another email than the buyer has given')
  await buyer.must('getRewardReferrerLink')
  await buyer.call('subscribeToEvents')
  await buyer.call('sendCustomerFeedback', { message: 'A trial of the contract' })
  if (order.can_resend) await buyer.must('resendTickets')
}
