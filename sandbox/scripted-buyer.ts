import type { CheckoutView } from '#server/checkout/checkout-view.ts'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { questionSteps } from '#src/questions/rules/question-steps.ts'
import { saleSteps, stepFacts, type Step } from '#src/checkout/rules/sale-steps.ts'

import type { Fields, Reply, Visitor } from './visitor.ts'

/** A scripted buyer with their own browser session. */
export interface ScriptedBuyer {
  visitor: Visitor
  isMember: boolean
  email: string
  name: string
  /** Result at the bank; if omitted, the buyer does not open the bank's page. */
  bank?: 'pay' | 'pay_slowly' | 'fail' | 'cancel' | undefined
  /** Lets time pass once a step is shown, before the buyer goes on. */
  pause?: (step: Step) => Promise<void>
  /** Makes the email count as proven. */
  proveEmail: () => Promise<void>
}

/** The scripted buyer cannot reach the step; the message says why. */
export class UnreachableStep extends Error {
  override name = 'UnreachableStep'
}

type Finish = (buyer: ScriptedBuyer, view: CheckoutView) => Promise<void>

const nothingToDo = () => Promise.resolve()

/** Completes each step with the page's calls. A new state does not compile without an entry. */
const finish: Record<Step, Finish> = {
  basket: nothingToDo,
  captcha: async (buyer) => {
    const { token } = (await buyer.visitor.post('/sandbox/hcaptcha/token')).json
    await reserve(buyer, { 'h-captcha-response': token })
  },
  reserve: (buyer) => reserve(buyer),
  donation: ({ visitor }, view) =>
    call(visitor, 'save_donation', {
      amount_before_booking_fee: '10.00',
      charity_id: view.charity?.id ?? '',
    }),
  gift_aid: ({ visitor }) => call(visitor, 'update_donation', { is_gift_aid: false }),
  login: async (buyer) => {
    if (!buyer.isMember) await saveGuest(buyer)
  },
  marketing_preferences: ({ visitor }) =>
    call(visitor, 'set_marketing_preferences', { ct_subscribed: false, event_subscribed: false }),
  delivery_address: saveAddress,
  ticket_questions_before: (buyer, view) => answer(buyer, view, 'before'),
  payment: payOrClaim,
  // Not used on the way to later steps: `takeTo` pays at the bank instead.
  awaiting_truelayer: nothingToDo,
  deliver_tickets: async ({ visitor }) => {
    await call(visitor, 'deliver_to_bitticket')
    await call(visitor, 'deliver_to_wallet')
  },
  ticket_questions_after: (buyer, view) => answer(buyer, view, 'after'),
  waiver: nothingToDo,
  after_sale_messages: nothingToDo,
  order_completed: nothingToDo,
}

// `Object.keys` returns plain strings.
const inOrder = (Object.keys(saleSteps) as Step[]).filter((step) => step !== 'awaiting_truelayer')

const house = {
  address_1: '1 Harbour Street',
  address_2: '',
  town: 'Whitby',
  postcode: 'YO21 1DN',
  country: '1',
  state: '',
}
const phone = '07700 900123'

/** Takes a buyer with a filled basket to a step, completing every step before it. Throws `UnreachableStep`. */
export async function takeTo(buyer: ScriptedBuyer, target: Step): Promise<void> {
  if (target === 'basket') return
  await buyer.pause?.('basket')
  for (const step of inOrder) {
    const view = await read(buyer)
    if (!hasStep(view, step)) {
      if (step === target) throw new UnreachableStep(`This basket has no step ${target}`)
      continue
    }
    if (step === 'reserve') await finish.reserve(buyer, view)
    if (step !== 'basket' && step !== 'captcha') {
      await call(buyer.visitor, 'update_basket_state', { state: step })
      if (step !== target) await buyer.pause?.(step)
    }
    if (step === 'captcha' && target === 'captcha') {
      await call(buyer.visitor, 'reserve_tickets')
      await call(buyer.visitor, 'update_basket_state', { state: 'captcha' })
    }
    if (step === target) return
    if (step === 'payment' && target === 'awaiting_truelayer') return payAtBank(buyer)
    if (step !== 'reserve') await finish[step](buyer, view)
  }
  throw new UnreachableStep(`This basket has no step ${target}`)
}

/** Returns whether this sale has a step; the captcha only while it is required. */
function hasStep(view: CheckoutView, step: Step): boolean {
  return step === 'captcha' ? view.captcha_sitekey !== '' : saleSteps[step].isIn(stepFacts(view))
}

async function reserve({ visitor }: ScriptedBuyer, body: Fields = {}): Promise<void> {
  const { json } = await post(visitor, 'reserve_tickets', body)
  if (!json.reserved) throw new UnreachableStep(`The basket could not be reserved: ${whyNotReserved(json)}`)
}

/** What the shop says, or asks for, instead of reserving. */
function whyNotReserved({ error, captcha, redirect }: Reply['json']): string {
  if (error) return error
  if (captcha) return 'the shop asks for a captcha'
  return redirect ? `the shop sends the buyer to ${redirect}` : 'the shop does not say why'
}

async function saveGuest({ visitor, proveEmail, email, name }: ScriptedBuyer): Promise<void> {
  await proveEmail()
  const { json } = await post(visitor, 'save_guest_to_sale', { email, fullname: name })
  if (json.error) throw new UnreachableStep(json.error)
}

function saveAddress({ visitor, name }: ScriptedBuyer, view: CheckoutView): Promise<void> {
  const [first_name = '', last_name = ''] = name.split(' ')
  const { voucherNames, phone: needsPhone } = demandedDetails(view)
  return call(visitor, 'set_delivery_address', {
    address: { selected_user_address_id: 'new', first_name, last_name, ...house },
    gift_voucher_from: voucherNames ? name : '',
    gift_voucher_to: voucherNames ? 'Grace Hopper' : '',
    ...(needsPhone ? { contact_number: phone } : {}),
  })
}

async function payOrClaim(buyer: ScriptedBuyer, view: CheckoutView): Promise<void> {
  const { visitor, email, isMember } = buyer
  // Express checkout asks for the buyer's details at the payment step.
  if (!hasStep(view, 'login') && !isMember) await saveGuest(buyer)
  if (!hasStep(view, 'delivery_address') && demandedDetails(view).address) await saveAddress(buyer, view)
  if (view.basket_total === '0.00') return call(visitor, 'claim_free_tickets', { email })
  const [months] = Object.keys(view.payment_plan_schedule_options)
  const reply = months
    ? await payByPlan(buyer, months, '4242424242424242')
    : await payByCard(buyer, view, '4242424242424242')
  if (reply.json.status !== 'success') throw new UnreachableStep(reply.json.message)
}

/** Pays with a test card at the payment step, through the organiser's provider, and returns the shop's reply. */
export async function payByCard(buyer: ScriptedBuyer, view: CheckoutView, number: string): Promise<Reply> {
  const isSquare = view.opoa.provider === 'square'
  const card = await (isSquare ? typeSquareCard : typeStripeCard)(buyer, number)
  return post(buyer.visitor, isSquare ? 'pay_with_square' : 'pay_with_card', {
    ...card,
    attempt: crypto.randomUUID(),
    ...(demandedDetails(view).phone ? { contact_number: phone } : {}),
  })
}

/** Pays the first instalment with a new test card, and returns the shop's reply. */
async function payByPlan(buyer: ScriptedBuyer, months: string, number: string): Promise<Reply> {
  const { payment_method_id: id } = await typeStripeCard(buyer, number)
  return post(buyer.visitor, 'pay_with_instalment', {
    instalment_option: months,
    contact_number: phone,
    selected_payment_method_id: '',
    new_payment_method: { id, make_default_payment_method: false },
    attempt: crypto.randomUUID(),
  })
}

async function typeStripeCard(
  { visitor, name }: ScriptedBuyer,
  number: string,
): Promise<{ payment_method_id: string }> {
  const credentials = (await post(visitor, 'get_card_credentials')).json
  const method = await visitor.post(
    '/sandbox/stripe/v1/payment_methods',
    {
      type: 'card',
      card: { number, exp_month: 12, exp_year: new Date().getFullYear() + 2, cvc: '123' },
      billing_details: { name },
    },
    { Authorization: `Bearer ${credentials.publishable_key}` },
  )
  return { payment_method_id: method.json.id }
}

async function typeSquareCard({ visitor }: ScriptedBuyer, number: string): Promise<Fields> {
  const { app_id } = (await post(visitor, 'get_square_credentials')).json
  const year = String(new Date().getFullYear() + 2)
  const card = { application_id: app_id, number, month: '12', year, cvv: '123' }
  const { token } = (await visitor.post('/sandbox/square/cards', JSON.stringify(card))).json
  return { source_id: token }
}

async function payAtBank({ visitor, bank }: ScriptedBuyer): Promise<void> {
  const { url } = (await post(visitor, 'create_truelayer_payment')).json
  if (!bank) return
  const back = await visitor.post(new URL(url).pathname, { result: bank })
  const { pathname, search } = new URL(back.headers.get('location') ?? '')
  await visitor.get(pathname + search)
}

function answer({ visitor }: ScriptedBuyer, view: CheckoutView, moment: 'before' | 'after'): Promise<void> {
  const fields = questionSteps(view, moment).flatMap((step) => step.fields)
  const answers = fields.map(({ key, question }) => {
    const options: Record<typeof question.type, string> = {
      text: 'Ada',
      checkbox: '1',
      dropdown: question.prepopulated_array[0] ?? '',
    }
    return [key, options[question.type]]
  })
  return call(visitor, 'save_question_answers', {
    answers: Object.fromEntries(answers),
    before_or_after: moment,
  })
}

async function read({ visitor }: ScriptedBuyer): Promise<CheckoutView> {
  return (await visitor.get('/ajax/checkout/checkout/get/')).json
}

async function call(visitor: Visitor, name: string, body: Fields = {}): Promise<void> {
  await post(visitor, name, body)
}

async function post(visitor: Visitor, name: string, body: Fields = {}): Promise<Reply> {
  const reply = await visitor.post(`/ajax/checkout/checkout/${name}/`, body)
  if (reply.status !== 200) throw new UnreachableStep(`${name}: ${reply.json?.message ?? reply.status}`)
  return reply
}
