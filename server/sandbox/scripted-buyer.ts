import type { CheckoutView } from '#server/checkout/checkout-view.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { questionSteps } from '#src/rules/question-steps.ts'

import type { Fields, Reply, Visitor } from './visitor.ts'

/** Who walks: a scripted buyer with a browser of their own. */
export interface Walker {
  visitor: Visitor
  isMember: boolean
  email: string
  name: string
  /** What the buyer does at their bank; nothing is done when it is left out. */
  bank?: 'pay' | 'pay_slowly' | 'fail' | 'cancel' | undefined
  /** Makes the email count as proven, as a right code does. */
  proveEmail: () => Promise<void>
}

/** The buyer could not get there; the message says where they were stopped. */
export class Stopped extends Error {
  override name = 'Stopped'
}

interface Step {
  state: CheckoutState
  /** Whether this sale has the step. */
  has: (view: CheckoutView) => boolean
  /** What the buyer does there. */
  finish: (walker: Walker, view: CheckoutView) => Promise<void>
}

const hasAny = (questions: object) => Object.keys(questions).length > 0
const isCharity = (view: CheckoutView) => view.organisers[0]?.charity === true && view.charity !== null
const nothingToDo = () => Promise.resolve()

/** The steps in the documents' order, each done by the same calls as the page makes [CONT-24..40]. */
const steps: Step[] = [
  { state: 'basket', has: () => true, finish: nothingToDo },
  {
    state: 'captcha',
    has: (view) => view.captcha_sitekey !== '',
    finish: async (walker) => {
      const { token } = (await walker.visitor.post('/sandbox/hcaptcha/token')).json
      await reserve(walker, { 'h-captcha-response': token })
    },
  },
  { state: 'reserve', has: () => true, finish: (walker) => reserve(walker) },
  {
    state: 'donation',
    has: isCharity,
    finish: ({ visitor }, view) =>
      call(visitor, 'save_donation', {
        amount_before_booking_fee: '10.00',
        charity_id: view.charity?.id ?? '',
      }),
  },
  {
    state: 'gift_aid',
    has: (view) => isCharity(view) && view.donation_amount !== '0.00',
    finish: ({ visitor }) => call(visitor, 'update_donation', { is_gift_aid: false }),
  },
  {
    state: 'login',
    has: (view) => isCharity(view) || !view.express,
    finish: async (walker) => {
      if (!walker.isMember) await saveGuest(walker)
    },
  },
  {
    state: 'marketing_preferences',
    has: (view) => view.marketing_preferences !== null && !isShortened(view),
    finish: ({ visitor }) =>
      call(visitor, 'set_marketing_preferences', { ct_subscribed: false, event_subscribed: false }),
  },
  {
    state: 'delivery_address',
    has: (view) => (view.require_delivery_address || view.gift_vouchers.length > 0) && !isShortened(view),
    finish: ({ visitor, name }, view) => {
      const [first_name = '', last_name = ''] = name.split(' ')
      const isGift = view.gift_vouchers.length > 0
      return call(visitor, 'set_delivery_address', {
        address: { selected_user_address_id: 'new', first_name, last_name, ...house },
        gift_voucher_from: isGift ? name : '',
        gift_voucher_to: isGift ? 'Grace Hopper' : '',
        ...(view.has_require_phone_number ? { contact_number: phone } : {}),
      })
    },
  },
  {
    state: 'ticket_questions_before',
    has: (view) => hasAny(view.before_payment_questions) && !isShortened(view),
    finish: (walker, view) => answer(walker, view, 'before'),
  },
  { state: 'payment', has: () => true, finish: payOrClaim },
  {
    state: 'deliver_tickets',
    has: () => true,
    finish: async ({ visitor }) => {
      await call(visitor, 'deliver_to_bitticket')
      await call(visitor, 'deliver_to_wallet')
    },
  },
  {
    state: 'ticket_questions_after',
    has: (view) => hasAny(view.after_payment_questions),
    finish: (walker, view) => answer(walker, view, 'after'),
  },
  { state: 'waiver', has: (view) => view.has_waivers, finish: nothingToDo },
  {
    state: 'after_sale_messages',
    has: (view) => view.after_sale_messages.length > 0,
    finish: nothingToDo,
  },
  { state: 'order_completed', has: () => true, finish: nothingToDo },
]

// Express goes from the reservation straight to the payment.
const isShortened = (view: CheckoutView) => view.express && !isCharity(view)

const house = {
  address_1: '1 Harbour Street',
  address_2: '',
  town: 'Whitby',
  postcode: 'YO21 1DN',
  country: '1',
  state: '',
}
const phone = '07700 900123'

/** Walks a buyer with a filled basket to a state, doing everything that comes before it. Throws `Stopped`. */
export async function walkTo(walker: Walker, target: CheckoutState): Promise<void> {
  if (target === 'basket') return
  for (const step of steps) {
    const view = await read(walker)
    if (!step.has(view)) {
      if (step.state === target) throw new Stopped(`This basket has no step ${target}`)
      continue
    }
    if (step.state === 'reserve') await step.finish(walker, view)
    if (step.state !== 'basket' && step.state !== 'captcha')
      await call(walker.visitor, 'update_basket_state', { state: step.state })
    if (step.state === 'captcha' && target === 'captcha') {
      await call(walker.visitor, 'reserve_tickets')
      await call(walker.visitor, 'update_basket_state', { state: 'captcha' })
    }
    if (step.state === target) return
    if (step.state === 'payment' && target === 'awaiting_truelayer') return payAtBank(walker)
    if (step.state !== 'reserve') await step.finish(walker, view)
  }
  throw new Stopped(`This basket has no step ${target}`)
}

async function reserve({ visitor }: Walker, body: Fields = {}): Promise<void> {
  const { json } = await post(visitor, 'reserve_tickets', body)
  if (!json.reserved) throw new Stopped(`The basket could not be reserved: ${json.error}`)
}

async function saveGuest({ visitor, proveEmail, email, name }: Walker): Promise<void> {
  await proveEmail()
  const { json } = await post(visitor, 'save_guest_to_sale', { email, fullname: name })
  if (json.error) throw new Stopped(json.error)
}

async function payOrClaim(walker: Walker, view: CheckoutView): Promise<void> {
  const { visitor, email, isMember } = walker
  if (isShortened(view) && !isMember) await saveGuest(walker)
  if (view.basket_total === '0.00') return call(visitor, 'claim_free_tickets', { email })
  const reply = await payByCard(walker, view, '4242424242424242')
  if (reply.json.status !== 'success') throw new Stopped(reply.json.message)
}

/** Pays with a test card at the payment step; gives the shop's reply. */
export async function payByCard(
  { visitor, name }: Walker,
  view: CheckoutView,
  number: string,
): Promise<Reply> {
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
  return post(visitor, 'pay_with_card', {
    payment_method_id: method.json.id,
    attempt: crypto.randomUUID(),
    ...(view.has_require_phone_number ? { contact_number: phone } : {}),
  })
}

async function payAtBank({ visitor, bank }: Walker): Promise<void> {
  const { url } = (await post(visitor, 'create_truelayer_payment')).json
  if (!bank) return
  const back = await visitor.post(new URL(url).pathname, { result: bank })
  const { pathname, search } = new URL(back.headers.get('location') ?? '')
  await visitor.get(pathname + search)
}

function answer({ visitor }: Walker, view: CheckoutView, moment: 'before' | 'after'): Promise<void> {
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

async function read({ visitor }: Walker): Promise<CheckoutView> {
  return (await visitor.get('/ajax/checkout/checkout/get/')).json
}

async function call(visitor: Visitor, name: string, body: Fields = {}): Promise<void> {
  await post(visitor, name, body)
}

async function post(visitor: Visitor, name: string, body: Fields = {}): Promise<Reply> {
  const reply = await visitor.post(`/ajax/checkout/checkout/${name}/`, body)
  if (reply.status !== 200) throw new Stopped(`${name}: ${reply.json?.message ?? reply.status}`)
  return reply
}
