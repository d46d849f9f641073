import { screen } from '@testing-library/react'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { OpenedCheckout, WireCheckout } from './open-checkout.tsx'
import { editBasket } from './open-checkout.tsx'
import { ada, card, credentials } from './open-payment.ts'

type Page = OpenedCheckout

/** A call of the checkout: the screen that makes it, and what buyers see if it fails. */
export interface Scene {
  /** The last part of the path of the call. */
  call: string
  checkout: WireCheckout
  user?: object
  /** Replies of the other calls. */
  replies?: Record<string, object>
  /** Leads to the press that makes the call, on a working shop. */
  before?: (page: Page) => Promise<void>
  /** The press that makes the call, or makes it again on a screen that makes it when it opens. */
  press?: (page: Page) => Promise<void>
  /** The message that buyers see, as a notification or on the step; none if the screen does without the reply. */
  says?: string
  /** The messages of single faults, where they are not `says`. */
  saysOf?: Record<string, string>
  /** HTTP errors whose message is shown instead of `says`. */
  showsReason?: 'below 500' | 'all'
  /** The reply is not read: anything with a success status but a page is a success. */
  isUnread?: true
  /** A reply of the wrong shape, for calls that read it. */
  misfit?: object
  /** The reply of a shop that works again. */
  works?: object
  /** A back-end may charge twice if the call is sent again, so only the buyer does that. */
  isWithoutKey?: true
  /** The step after the failure, if not the same. */
  failsTo?: CheckoutState
  /** The step after the success, if not the same. */
  leadsTo?: CheckoutState
}

const line = {
  ticket_id: '1',
  event_id: 'lantern',
  date_id: 'd',
  event_name: 'Lantern Evening',
  ticket_name: 'Adult',
  qty: 2,
  price: '18.50',
  can_update_quantity: 1,
  max_can_reserve: 8,
}
const voucher = { id: '9', name: 'Gift voucher', value: '25.00', qty: 1 }
const basket: WireCheckout = { state: 'basket', basket_total: '37.00', tickets: [line] }
const charity = { id: '7', name: 'Open Door', donation_options: ['5.00'] }
const organiser = {
  id: '3',
  name: 'Rooftop',
  organiser_subscribed: 0,
  marketing_signup_message: 'Hear from Rooftop',
}
const ordered: WireCheckout = { state: 'order_completed', payment_complete: 1, tickets: [line] }
const sent = { sale_email: 'ada@example.com', sale_reference: 'ORDER7', can_resend: 1, can_correct_email: 1 }
const delivery: WireCheckout = { state: 'delivery_address', require_delivery_address: 1 }
const saved = { existing_addresses: [{ id: '11', full_address: '1 High Street, Bath' }] }
const question = { id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: '0' }

const failed = 'There was an error with your payment. Please try again.'
const unknown = 'An unknown error occured. Please try again, or contact support.'

const choose = (name: string | RegExp) => (page: Page) => page.press(screen.getByRole('radio', { name }))
const press = (name: string | RegExp) => (page: Page) => page.press(name)

async function sendCode(page: Page) {
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
}

async function verify(page: Page) {
  await page.type('One-time code', '123456')
  await page.press('Verify')
}

async function toName(page: Page) {
  await sendCode(page)
  await verify(page)
  await page.type('Full name', 'Ada Byron')
}

async function openCode(page: Page) {
  await page.press(screen.getByText('Discount or voucher code'))
  await screen.findByLabelText('Code')
}

async function declare(page: Page) {
  await page.press(screen.getByRole('radio', { name: 'Yes, add Gift Aid' }))
  for (const name of [/UK taxpayer/, /my own money/, /not for gambling/])
    await page.press(screen.getByRole('checkbox', { name }))
}

async function typeCard(page: Page) {
  for (const name of ['Card number', 'Expiry date', 'Security code'])
    await page.type(`${name} at the provider`, '4')
}

/** Every call that a buyer makes by a press, once. */
export const scenes: Scene[] = [
  {
    call: 'update_ticket_quantity',
    checkout: basket,
    press: press(/^One more/),
    says: 'Unable to update Ticket quantity. Please try again later',
    isUnread: true,
  },
  {
    call: 'update_gift_voucher_quantity',
    checkout: { ...basket, tickets: [], gift_vouchers: [voucher] },
    press: press(/^One more/),
    says: 'Unable to update Gift Voucher quantity. Please try again later',
    isUnread: true,
  },
  {
    call: 'update_refund_protection',
    checkout: {
      ...basket,
      has_refund_protection: 1,
      refund_protection_cost: '2.10',
      events: [{ id: 'lantern', title: 'Lantern Evening', refund_protection: 1 }],
    },
    press: async (page) => page.press(screen.getAllByRole('radio')[0] ?? ''),
    says: 'Unable to update Refund protection. Please try again later',
    isUnread: true,
  },
  {
    call: 'set_code',
    checkout: basket,
    before: openCode,
    press: async (page) => {
      await page.type('Code', 'WINTER')
      await page.press('Apply')
    },
    says: 'Unable to set the Code. Please try again later',
    saysOf: { 'an empty reply': 'Invalid code' },
    misfit: { code_applied: ['no'] },
    works: { code_applied: 1 },
  },
  {
    call: 'remove_from_basket',
    checkout: { ...basket, tickets: [line, { ...line, ticket_id: '2', ticket_name: 'Child' }] },
    press: press(/^Remove .*Child/),
    says: 'Unable to remove the Ticket from the basket. Please try again later',
    isUnread: true,
  },
  {
    call: 'remove_gift_voucher_from_basket',
    checkout: { ...basket, gift_vouchers: [voucher] },
    press: press('Remove Gift voucher, £25.00'),
    says: 'Unable to remove the Gift Voucher from the basket. Please try again later',
    isUnread: true,
  },
  {
    call: 'reserve_tickets',
    checkout: basket,
    press: press(/^Reserve Basket/),
    says: 'Unable to reserve tickets. Please try again later',
    misfit: { reserved: ['yes'] },
    saysOf: { 'a page with status 200': unknown, 'an empty reply': unknown, 'a truncated reply': unknown },
    works: { reserved: 1, sale_reference: 'S1', checkout_time: 600 },
    leadsTo: 'login',
  },
  {
    call: 'send_one_time_code',
    checkout: { state: 'login' },
    press: sendCode,
    says: 'Unable to send the code. Please try again later',
    isUnread: true,
  },
  {
    call: 'check_one_time_code',
    checkout: { state: 'login' },
    before: sendCode,
    press: verify,
    says: "We couldn't check the code. Please try again.",
    showsReason: 'all',
    misfit: { type: ['login'] },
  },
  {
    call: 'logout_of_sale',
    checkout: { state: 'login' },
    user: ada,
    press: press('Sign out'),
    says: 'Unable to log out. Please refresh the page',
    isUnread: true,
  },
  {
    call: 'save_guest_to_sale',
    checkout: { state: 'login' },
    replies: { check_one_time_code: { has_account: 0 } },
    before: toName,
    press: press('Continue'),
    says: "We couldn't save your name. Please try again.",
    showsReason: 'all',
    isUnread: true,
    leadsTo: 'payment',
  },
  {
    call: 'set_marketing_preferences',
    checkout: {
      state: 'marketing_preferences',
      marketing_preferences: { ct_subscribed: 0, event_subscribed: 0, basket_organisers: [organiser] },
    },
    press: press('Continue'),
    says: 'Unable to set the marketing preferences. Please try again later',
    isUnread: true,
    leadsTo: 'payment',
  },
  {
    call: 'save_donation',
    checkout: { state: 'donation', charity, organisers: [{ charity: 1 }] },
    before: choose('£5.00'),
    press: press('Continue'),
    says: 'Unable to save Donation. Please try again later',
    isUnread: true,
    leadsTo: 'login',
  },
  {
    call: 'update_donation',
    checkout: { state: 'gift_aid', charity, donation: { amount_before_booking_fee: '10.00' } },
    before: declare,
    press: press('Continue'),
    says: 'Unable to update Donation. Please try again later',
    isUnread: true,
    leadsTo: 'login',
  },
  {
    call: 'lookup_address',
    checkout: delivery,
    press: async (page) => {
      if (screen.queryByRole('button', { name: 'Find an address' })) await page.press('Find an address')
      await page.type('Find your address', 'YO22 4DB')
      await page.press('Find')
    },
    says: 'Unable to find the address. Please try again later',
    saysOf: { 'an empty reply': "We couldn't find an address." },
    misfit: { possible_addresses: 'none' },
    works: { possible_addresses: [] },
  },
  {
    call: 'set_delivery_address',
    checkout: delivery,
    user: ada,
    replies: { get_user_addresses: saved },
    press: press('Continue'),
    says: 'Unable to set the delivery Address. Please try again later',
    isUnread: true,
    leadsTo: 'payment',
  },
  {
    call: 'delete_address',
    checkout: delivery,
    user: ada,
    replies: { get_user_addresses: saved },
    press: press(/^Delete the chosen address/),
    says: 'Unable to delete the address. Please try again later',
    isUnread: true,
  },
  {
    call: 'save_question_answers',
    checkout: {
      state: 'ticket_questions_before',
      tickets: [{ ...line, qty: 1 }],
      before_payment_questions: { '1': [question] },
    },
    press: press(/^(?:Save|Continue)/),
    says: 'Unable to save your answers. Please try again',
    showsReason: 'all',
    misfit: { questions_set: ['yes'] },
    works: { questions_set: 1 },
    leadsTo: 'payment',
  },
  {
    call: 'destroy_sale',
    checkout: { state: 'login', seconds_remaining: 500, tickets: [line] },
    press: async (page) => {
      await page.press(await editBasket())
      await page.press('Yes')
    },
    says: 'Unable to edit Basket. Please try again later',
    isUnread: true,
    leadsTo: 'basket',
  },
  {
    call: 'send_customer_feedback',
    checkout: ordered,
    press: async (page) => {
      await page.press('How did we do?')
      await page.type('Feedback', 'Lovely')
      await page.press('Send')
    },
    says: 'Unable to send feedback. Please try again',
    isUnread: true,
  },
  {
    call: 'set_transfers',
    checkout: ordered,
    before: async (page) => {
      await page.press('Transfer tickets')
      await screen.findByRole('group', { name: 'Recipient 1' })
      await page.press('One more')
      await page.type('Full name', 'Grace Hopper')
      await page.type('Email', 'grace@example.com')
    },
    press: press('Send tickets'),
    says: 'Unable to send tickets. Please try again later',
    isUnread: true,
  },
  {
    call: 'resend_tickets',
    checkout: ordered,
    replies: { get_simple_info: sent },
    press: press('Send it again'),
    says: 'Unable to send your tickets again. Please try again later',
    showsReason: 'all',
    isUnread: true,
  },
  {
    call: 'send_email_code',
    checkout: ordered,
    replies: { get_simple_info: sent },
    before: press('Wrong email?'),
    press: sendCode,
    says: 'Unable to send the code. Please try again later',
    showsReason: 'all',
    isUnread: true,
  },
  {
    call: 'change_email',
    checkout: ordered,
    replies: { get_simple_info: sent },
    before: async (page) => {
      await page.press('Wrong email?')
      await sendCode(page)
    },
    press: verify,
    says: 'Unable to check the code. Please try again later',
    showsReason: 'all',
    isUnread: true,
  },
  {
    call: 'subscribe_to_events',
    checkout: ordered,
    user: ada,
    press: press('Subscribe to important updates'),
    says: 'Unable to add to subscription. Please try again later',
    isUnread: true,
  },
]

const square = {
  app_id: 'sq0idp-1',
  location_id: 'L1',
  checkout_js: 'https://web.squarecdn.com/v1/square.js',
}
const cardForm = "We couldn't load the card form. Please try again."
const paid = { payment_complete: 1, tickets: [line] }
const tryAgain = press('Try again')
const payment = { state: 'payment' as const, basket_total: '53.00' }

/** Every call that a screen makes when it opens. `press` makes it again, if there is something to press. */
export const openingScenes: Scene[] = [
  {
    call: 'get',
    checkout: { state: 'determining' },
    press: tryAgain,
    says: "We couldn't load this page just now.",
    misfit: { message: 'not a checkout' },
    works: { state: 'login', basket_total: '20.00' },
    leadsTo: 'login',
  },
  {
    call: 'update_basket_state',
    checkout: { state: 'waiver', has_waivers: 1, ...paid },
    before: press('Continue'),
    says: 'Unable to update the Basket state. Please try again later',
    saysOf: { 'an empty reply': '' },
    misfit: { seconds_remaining: 'soon' },
    failsTo: 'order_completed',
  },
  {
    call: 'get_truelayer_status',
    checkout: { state: 'awaiting_truelayer', basket_total: '53.00' },
    says: 'Unable to get TrueLayer status. Please try again later',
    saysOf: { 'an empty reply': '' },
    misfit: { truelayer_status: 'soon' },
  },
  {
    call: 'create_truelayer_payment',
    checkout: { ...payment, opoa: { provider: 'pay' } },
    user: ada,
    replies: { get_card_credentials: credentials },
    before: async (page) => {
      await page.press(/^Instant Bank Transfer/)
      await page.press('Pay £53.00 with your bank')
    },
    says: 'Instant Bank Transfer is not available at the moment.',
    showsReason: 'below 500',
    // A bare text is documented as an address, and this one may not be opened.
    saysOf: { 'a truncated reply': failed },
    misfit: { url: ['/bank/'] },
    works: { url: 'https://bank.example/' },
  },
  {
    call: 'get_user',
    checkout: { state: 'login' },
    misfit: { user: { id: 7, email: ['ada'] } },
  },
  {
    call: 'get_user_addresses',
    checkout: delivery,
    user: ada,
    says: 'Unable to get your addresses. Please try again later',
    saysOf: { 'an empty reply': '' },
    misfit: { existing_addresses: 'many' },
  },
  {
    call: 'get_address_all_countries_states',
    checkout: delivery,
    misfit: { countries: 'all' },
  },
  {
    call: 'get_card_credentials',
    checkout: { state: 'payment', basket_total: '53.00', ...card },
    user: ada,
    press: tryAgain,
    says: cardForm,
    misfit: { publishable_key: ['pk'] },
    works: credentials,
  },
  {
    call: 'get_square_credentials',
    checkout: { state: 'payment', basket_total: '53.00', opoa: { provider: 'square' } },
    user: ada,
    press: tryAgain,
    says: cardForm,
    misfit: { app_id: ['sq'] },
    works: square,
  },
  {
    call: 'get_payment_error',
    checkout: { state: 'payment', basket_total: '53.00', ...card },
    user: ada,
    replies: { get_card_credentials: credentials },
    misfit: { text: ['no'] },
  },
  {
    call: 'claim_free_tickets',
    checkout: { state: 'payment', basket_total: '0.00' },
    user: ada,
    press: tryAgain,
    says: "We haven't claimed your free tickets yet. They're still reserved for you.",
    showsReason: 'below 500',
    isUnread: true,
    leadsTo: 'deliver_tickets',
  },
  {
    call: 'deliver_to_bitticket',
    checkout: { state: 'deliver_tickets', ...paid },
    replies: { deliver_to_wallet: { delivery_completed: 1 } },
    press: tryAgain,
    says: 'Delivery failed. Please contact support, Error code: 2961',
    misfit: { delivery_completed: ['yes'] },
    works: { delivery_completed: 1 },
    leadsTo: 'order_completed',
  },
  {
    call: 'deliver_to_wallet',
    checkout: { state: 'deliver_tickets', ...paid },
    replies: { deliver_to_bitticket: { delivery_completed: 1 } },
    press: press(/^Continue/),
    says: "We just haven't emailed you a copy yet.",
    misfit: { delivery_completed: ['yes'] },
    works: { delivery_completed: 1 },
    leadsTo: 'order_completed',
  },
  {
    call: 'get_simple_info',
    checkout: ordered,
    misfit: { sale_email: ['ada'] },
  },
  {
    call: 'get_reward_referrer_link',
    checkout: ordered,
    misfit: { data: ['link'] },
  },
]

const plans = {
  1: { label: 'Pay in full', schedule: [{ uk_due: '21/11/2026', value: '53.00' }] },
  2: {
    label: '2 months',
    schedule: [
      { uk_due: '21/11/2026', value: '33.00' },
      { uk_due: '21/12/2026', value: '20.00' },
    ],
  },
}

/** Every call that charges. After a lost reply the buyer may have been charged, so the same call is sent again. */
export const paymentScenes: Scene[] = [
  {
    call: 'pay_with_card',
    checkout: { ...payment, ...card },
    user: ada,
    replies: { get_card_credentials: credentials },
    before: typeCard,
    press: press('Pay £53.00'),
    says: failed,
    misfit: { status: ['success'] },
    works: { status: 'success' },
  },
  {
    call: 'pay_with_square',
    checkout: { ...payment, opoa: { provider: 'square' } },
    user: ada,
    replies: { get_square_credentials: square },
    before: (page) => page.type('Card at Square', '4'),
    press: press('Pay £53.00'),
    says: failed,
    misfit: { status: ['success'] },
    works: { status: 'success' },
  },
  {
    call: 'pay_with_instalment',
    checkout: { ...payment, ...card, payment_plan_schedule_options: plans },
    user: ada,
    replies: { get_card_credentials: credentials },
    before: async (page) => {
      await page.press(/^Set up a payment plan/)
      await choose('2 months')(page)
      await page.type('Please enter a mobile number *', '07700 900123')
      await typeCard(page)
    },
    press: async (page) => {
      // A failed payment clears the choice of the method.
      if (!screen.queryByRole('button', { name: 'Pay £33.00 today' }))
        await page.press(/^Set up a payment plan/)
      await page.press('Pay £33.00 today')
    },
    says: failed,
    isWithoutKey: true,
    misfit: { status: ['success'] },
    works: { status: 'success' },
  },
]
