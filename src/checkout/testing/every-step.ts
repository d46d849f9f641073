import { vi } from 'vitest'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { fakeCardProvider } from './fake-card-provider.ts'
import { pending, refused, type WireCheckout } from './open-checkout.tsx'
import { ada, card, credentials } from './open-payment.ts'

/** A step at which the page rests, with what the shop must answer for it to be drawn. */
export interface RestingStep {
  checkout: WireCheckout
  user: object | null
  replies?: Record<string, object>
}

const line = {
  ticket_id: '1',
  event_id: 'lantern',
  date_id: 'd',
  event_name: 'Lantern Evening',
  ticket_name: 'Adult',
  qty: 1,
  price: '20.00',
  can_update_quantity: 1,
  max_can_reserve: 8,
}
const charity = { id: '7', name: 'Open Door', donation_options: ['5.00'] }
const question = { id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: '0' }
const organiser = { id: '3', name: 'Rooftop', organiser_subscribed: 0, marketing_signup_message: 'News' }
const held = { tickets: [line], seconds_remaining: 600 }
const paid = { tickets: [line], payment_complete: 1 }

/** Fakes the scripts of the card provider and of the captcha. */
export function fakeScripts() {
  fakeCardProvider()
  vi.stubGlobal('hcaptcha', { render: () => 'captcha', reset: () => {}, remove: () => {}, execute: () => {} })
}

/** Every step, once. A step that does something by itself rests because the shop does not answer. */
export const everyStep: Record<CheckoutState, RestingStep> = {
  determining: { checkout: { state: 'determining' }, user: null, replies: { get: refused('Busy', 404) } },
  basket: { checkout: { state: 'basket', tickets: [line] }, user: null },
  reserve: {
    checkout: { state: 'reserve', tickets: [line] },
    user: null,
    replies: { reserve_tickets: pending().reply },
  },
  captcha: { checkout: { state: 'captcha', tickets: [line], captcha_sitekey: 'key' }, user: null },
  donation: { checkout: { state: 'donation', charity, organisers: [{ charity: 1 }], ...held }, user: null },
  gift_aid: {
    checkout: { state: 'gift_aid', charity, donation: { amount_before_booking_fee: '10.00' }, ...held },
    user: null,
  },
  login: { checkout: { state: 'login', ...held }, user: null },
  marketing_preferences: {
    checkout: {
      state: 'marketing_preferences',
      marketing_preferences: { ct_subscribed: 0, event_subscribed: 0, basket_organisers: [organiser] },
      ...held,
    },
    user: ada,
  },
  delivery_address: {
    checkout: { state: 'delivery_address', require_delivery_address: 1, ...held },
    user: ada,
  },
  ticket_questions_before: {
    checkout: { state: 'ticket_questions_before', before_payment_questions: { '1': [question] }, ...held },
    user: ada,
  },
  payment: {
    checkout: { state: 'payment', ...card, ...held },
    user: ada,
    replies: { get_card_credentials: credentials },
  },
  awaiting_truelayer: { checkout: { state: 'awaiting_truelayer', ...held }, user: ada },
  deliver_tickets: {
    checkout: { state: 'deliver_tickets', ...paid },
    user: ada,
    replies: { deliver_to_bitticket: pending().reply },
  },
  ticket_questions_after: {
    checkout: { state: 'ticket_questions_after', after_payment_questions: { '1': [question] }, ...paid },
    user: ada,
  },
  waiver: { checkout: { state: 'waiver', has_waivers: 1, ...paid }, user: ada },
  after_sale_messages: {
    checkout: {
      state: 'after_sale_messages',
      after_sale_messages: [{ id: '1', title: 'Doors at seven', text: 'Be early' }],
      ...paid,
    },
    user: ada,
  },
  order_completed: { checkout: { state: 'order_completed', ...paid }, user: ada },
}
