import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkOneTimeCode, logoutOfSale, saveGuestToSale, sendOneTimeCode } from '#src/account/calls.ts'
import {
  countriesQuery,
  deleteAddress,
  getAddressAllCountriesStates,
  getUserAddresses,
  lookupAddress,
  setDeliveryAddress,
  userAddressesQuery,
} from '#src/address/calls.ts'
import {
  removeFromBasket,
  removeGiftVoucherFromBasket,
  setCode,
  updateGiftVoucherQuantity,
  updateRefundProtection,
  updateTicketQuantity,
} from '#src/basket/calls.ts'
import { checkoutQuery, destroySale, getCheckout, updateBasketState } from '#src/checkout/checkout-calls.ts'
import { extendHold } from '#src/checkout/more-time/calls.ts'
import { deliverToBitticket, deliverToWallet } from '#src/delivery/calls.ts'
import { saveDonation, updateDonation } from '#src/donation/calls.ts'
import { setMarketingPreferences } from '#src/account/marketing-calls.ts'
import {
  changeEmail,
  changeOffer,
  getRewardReferrerLink,
  getSimpleInfo,
  resendTickets,
  rewardReferrerLinkQuery,
  sendCustomerFeedback,
  sendEmailCode,
  setTransfers,
  simpleInfoQuery,
  subscribeToEvents,
} from '#src/order/calls.ts'
import {
  cardCredentialsQuery,
  claimFreeTickets,
  createTruelayerPayment,
  getCardCredentials,
  getPaymentError,
  getSquareCredentials,
  getTruelayerStatus,
  payWithCard,
  payWithInstalment,
  payWithSquare,
  squareCredentialsQuery,
  squareScript,
} from '#src/payment/calls.ts'
import { saveQuestionAnswers } from '#src/questions/calls.ts'
import { reserveTickets } from '#src/reservation/calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import {
  addToBasket,
  eventDateQuery,
  freeSeatsQuery,
  getCurrentSeatingPlan,
  getEventDate,
  getFreeSeats,
  seatingPlanQuery,
} from '#src/seats/calls.ts'
import { callEntries } from '#contract/calls.ts'
import { getUser, userQuery } from '#src/checkout/user-calls.ts'
import { request } from './client.ts'
import { HttpFailure, InvalidReply, Offline } from './errors.ts'
import { closeShop, openShop } from './testing.ts'

// As it is, but each call is remembered.
vi.mock(import('./client.ts'), async (load) => {
  const client = await load()
  return { ...client, request: vi.fn(client.request) as typeof client.request }
})

type Case = {
  call: () => Promise<unknown>
  line: string
  ids: string
  fields?: Record<string, string>
  /** The shop's reply. */
  reply?: unknown
  /** The call's result for it. */
  gives?: unknown
  /** An invalid reply; omitted for calls whose reply is not documented. */
  misfit?: unknown
}

const CHECKOUT = '/ajax/checkout/checkout'
const USER = '/ajax/user/user'
const DATES = '/ajax/organiser/event_dates'
const guest = { id: '', email: '', first_name: '', last_name: '', full_name: '' }
const flags = { subscribed: false, is_event_subscribed: false, is_dark_mode: false }

const cases: Record<string, Case> = {
  getCheckout: {
    ids: '[CALL-31, ENTI-01]',
    call: getCheckout,
    line: `GET ${CHECKOUT}/get/`,
    reply: { state: 'payment', basket_total: '40.50' },
    gives: { ...checkoutSchema.parse({}), state: 'payment', basket_total: 4050 },
    misfit: { message: 'not a checkout' },
  },
  updateBasketState: {
    ids: '[CALL-32]',
    call: () => updateBasketState('marketing_preferences'),
    line: `POST ${CHECKOUT}/update_basket_state/`,
    fields: { state: 'marketing_preferences' },
    reply: { seconds_remaining: '540' },
    gives: 540,
    misfit: { seconds_remaining: 'soon' },
  },
  destroySale: { ids: '[CALL-33]', call: destroySale, line: `POST ${CHECKOUT}/destroy_sale/` },
  getUser: {
    ids: '[CALL-03, ENTI-26]',
    call: getUser,
    line: `GET ${USER}/get_user/`,
    reply: {
      user: { id: 7, email: 'ada@example.org', first_name: 'Ada', last_name: 'Byron', is_dark_mode: 1 },
    },
    gives: {
      ...flags,
      id: '7',
      email: 'ada@example.org',
      first_name: 'Ada',
      last_name: 'Byron',
      full_name: 'Ada Byron',
      is_dark_mode: true,
    },
    misfit: { user: { id: 7, email: ['ada'] } },
  },
  updateTicketQuantity: {
    ids: '[CALL-04]',
    call: () => updateTicketQuantity({ ticket_id: '31', quantity: 4 }),
    line: `POST ${CHECKOUT}/update_ticket_quantity/`,
    fields: { ticket_id: '31', quantity: '4' },
  },
  updateGiftVoucherQuantity: {
    ids: '[CALL-05]',
    call: () => updateGiftVoucherQuantity({ gift_voucher_id: '5', qty: 2, value: 2550 }),
    line: `POST ${CHECKOUT}/update_gift_voucher_quantity/`,
    fields: { gift_voucher_id: '5', qty: '2', value: '25.50' },
  },
  updateRefundProtection: {
    ids: '[CALL-06]',
    call: () => updateRefundProtection(true),
    line: `POST ${CHECKOUT}/update_refund_protection/`,
    fields: { refund_protection: 'true' },
  },
  setCode: {
    ids: '[CALL-07]',
    call: () => setCode('SUMMER & SUN'),
    line: `POST ${CHECKOUT}/set_code/`,
    fields: { code: 'SUMMER & SUN' },
    reply: { code_applied: '1' },
    gives: true,
    misfit: { code_applied: 'perhaps' },
  },
  removeFromBasket: {
    ids: '[CALL-08]',
    call: () => removeFromBasket('31'),
    line: `POST ${CHECKOUT}/remove_from_basket/`,
    fields: { ticket_id: '31' },
  },
  removeGiftVoucherFromBasket: {
    ids: '[CALL-09]',
    call: () => removeGiftVoucherFromBasket({ gift_voucher_id: '5', value: 5000 }),
    line: `POST ${CHECKOUT}/remove_gift_voucher_from_basket/`,
    fields: { gift_voucher_id: '5', value: '50.00' },
  },
  reserveTickets: {
    ids: '[CALL-10]',
    call: () => reserveTickets(),
    line: `POST ${CHECKOUT}/reserve_tickets/`,
    reply: { reserved: 1, sale_reference: 'AB12', fresh_reservation: 1, checkout_time: '600' },
    gives: { outcome: 'reserved', sale_reference: 'AB12', fresh_reservation: true, checkout_time: 600 },
    misfit: { reserved: 'perhaps' },
  },
  'reserveTickets after a captcha': {
    ids: '[CALL-10]',
    call: () => reserveTickets('token'),
    line: `POST ${CHECKOUT}/reserve_tickets/`,
    fields: { 'h-captcha-response': 'token' },
    reply: { captcha: true, captcha_sitekey: 'key' },
    gives: { outcome: 'captcha', captcha_sitekey: 'key', error: '' },
    misfit: { captcha: true, captcha_sitekey: { of: 1 } },
  },
  saveGuestToSale: {
    ids: '[CALL-11]',
    call: () => saveGuestToSale({ email: 'ada@example.org', fullname: 'Ada Byron' }),
    line: `POST ${CHECKOUT}/save_guest_to_sale/`,
    fields: { email: 'ada@example.org', fullname: 'Ada Byron' },
    reply: { error: 'That name is too long' },
    gives: { error: 'That name is too long' },
    misfit: { error: true },
  },
  sendOneTimeCode: {
    ids: '[CALL-12]',
    call: () => sendOneTimeCode('ada@example.org'),
    line: `POST ${USER}/send_one_time_code/`,
    fields: { email: 'ada@example.org' },
  },
  checkOneTimeCode: {
    ids: '[CALL-13]',
    call: () => checkOneTimeCode({ email: 'ada@example.org', code: '012345' }),
    line: `POST ${USER}/check_one_time_code/`,
    fields: { email: 'ada@example.org', code: '012345' },
    reply: { has_account: true },
    gives: { outcome: 'has_account' },
    misfit: {},
  },
  logoutOfSale: { ids: '[CALL-14]', call: logoutOfSale, line: `POST ${CHECKOUT}/logout_of_sale/` },
  setMarketingPreferences: {
    ids: '[CALL-15]',
    call: () =>
      setMarketingPreferences({
        ct_subscribed: true,
        event_subscribed: false,
        organiser_subscribed_marketing: { 8: true, 12: false },
      }),
    line: `POST ${CHECKOUT}/set_marketing_preferences/`,
    fields: {
      ct_subscribed: 'true',
      event_subscribed: 'false',
      'organiser_subscribed_marketing[8]': 'true',
      'organiser_subscribed_marketing[12]': 'false',
    },
  },
  saveDonation: {
    ids: '[CALL-16]',
    call: () => saveDonation({ amount_before_booking_fee: 2001, charity_id: '3' }),
    line: `POST ${CHECKOUT}/save_donation/`,
    fields: { amount_before_booking_fee: '20.01', charity_id: '3' },
  },
  updateDonation: {
    ids: '[CALL-17]',
    call: () =>
      updateDonation({
        is_gift_aid: true,
        subscribe: false,
        uk_based: true,
        address1: '1 High St',
        postcode: '',
      }),
    line: `POST ${CHECKOUT}/update_donation/`,
    fields: {
      is_gift_aid: 'true',
      subscribe: 'false',
      uk_based: 'true',
      address1: '1 High St',
      postcode: '',
    },
  },
  getAddressAllCountriesStates: {
    ids: '[CALL-18]',
    call: getAddressAllCountriesStates,
    line: `POST ${CHECKOUT}/get_address_all_countries_states/`,
    reply: { countries: [{ id: 1, name: 'United Kingdom' }], states: { AL: 'Alabama' } },
    gives: { countries: [{ id: '1', name: 'United Kingdom' }], states: [{ id: 'AL', name: 'Alabama' }] },
    misfit: { countries: 'all' },
  },
  getUserAddresses: {
    ids: '[CALL-19, ENTI-27, ENTI-28]',
    call: getUserAddresses,
    line: `POST ${USER}/get_user_addresses/`,
    reply: {
      existing_addresses: { 0: { id: 4, full_address: '1 High St, Leeds', country: 1, town: 'Leeds' } },
    },
    gives: [
      {
        id: '4',
        full_address: '1 High St, Leeds',
        first_name: '',
        last_name: '',
        address_1: '',
        address_2: '',
        town: 'Leeds',
        postcode: '',
        country: '1',
        state: '',
      },
    ],
    misfit: { existing_addresses: [null] },
  },
  lookupAddress: {
    ids: '[CALL-20, ENTI-29]',
    call: () => lookupAddress('LS1 4AP', new AbortController().signal),
    line: `POST ${USER}/lookup_address/`,
    fields: { address: 'LS1 4AP' },
    reply: {
      possible_addresses: [{ formatted_address: '1 High St', address_line_2: null, post_code: 'LS1 4AP' }],
    },
    gives: [{ formatted_address: '1 High St', address_line_2: '', town: '', post_code: 'LS1 4AP' }],
    misfit: { possible_addresses: 'none' },
  },
  deleteAddress: {
    ids: '[CALL-21]',
    call: () => deleteAddress('4'),
    line: `POST ${USER}/delete_address/`,
    fields: { address_id: '4' },
  },
  'setDeliveryAddress with a saved address': {
    ids: '[CALL-22, ENTI-27]',
    call: () =>
      setDeliveryAddress({
        address: { selected_user_address_id: '4' },
        gift_voucher_from: 'Ada',
        gift_voucher_to: 'Bo',
      }),
    line: `POST ${CHECKOUT}/set_delivery_address/`,
    fields: { 'address[selected_user_address_id]': '4', gift_voucher_from: 'Ada', gift_voucher_to: 'Bo' },
  },
  'setDeliveryAddress with a new address': {
    ids: '[CALL-22, ENTI-27, OPEN-12]',
    call: () =>
      setDeliveryAddress({
        address: {
          selected_user_address_id: 'new',
          first_name: 'Ada',
          last_name: 'Byron',
          address_1: '1 High St',
          address_2: '',
          town: 'Leeds',
          postcode: 'LS1 4AP',
          country: '1',
          state: '',
        },
        gift_voucher_from: '',
        gift_voucher_to: '',
        contact_number: '0113 496 0000',
      }),
    line: `POST ${CHECKOUT}/set_delivery_address/`,
    fields: {
      'address[selected_user_address_id]': 'new',
      'address[first_name]': 'Ada',
      'address[last_name]': 'Byron',
      'address[address_1]': '1 High St',
      'address[address_2]': '',
      'address[town]': 'Leeds',
      'address[postcode]': 'LS1 4AP',
      'address[country]': '1',
      'address[state]': '',
      gift_voucher_from: '',
      gift_voucher_to: '',
      contact_number: '0113 496 0000',
    },
  },
  'payWithInstalment with a new card': {
    ids: '[CALL-23, ENTI-33]',
    call: () =>
      payWithInstalment({
        instalment_option: '3',
        contact_number: '07700 900000',
        selected_payment_method_id: '',
        new_payment_method: {
          id: 'pm_1',
          brand: 'visa',
          last4: '0042',
          month: 4,
          year: 2031,
          funding: 'credit',
          make_default_payment_method: true,
        },
        attempt: 'a3',
      }),
    line: `POST ${CHECKOUT}/pay_with_instalment/`,
    fields: {
      instalment_option: '3',
      contact_number: '07700 900000',
      selected_payment_method_id: '',
      'new_payment_method[id]': 'pm_1',
      'new_payment_method[brand]': 'visa',
      'new_payment_method[last4]': '0042',
      'new_payment_method[month]': '4',
      'new_payment_method[year]': '2031',
      'new_payment_method[funding]': 'credit',
      'new_payment_method[make_default_payment_method]': 'true',
      attempt: 'a3',
    },
    reply: { status: 'redirect_to_url', url: 'https://bank.example/3ds' },
    gives: { status: 'redirect_to_url', url: 'https://bank.example/3ds', message: '', charged: false },
    misfit: { status: 'redirect_to_url', url: '' },
  },
  'payWithInstalment with a saved card': {
    ids: '[CALL-23]',
    call: () =>
      payWithInstalment({
        instalment_option: '3',
        contact_number: '07700 900000',
        selected_payment_method_id: 'pm_7',
        new_payment_method: null,
        attempt: 'a4',
      }),
    line: `POST ${CHECKOUT}/pay_with_instalment/`,
    fields: {
      instalment_option: '3',
      contact_number: '07700 900000',
      selected_payment_method_id: 'pm_7',
      new_payment_method: '',
      attempt: 'a4',
    },
    reply: { status: 'success' },
    gives: { status: 'success', url: '', message: '', charged: false },
    misfit: { status: 'maybe' },
  },
  payWithCard: {
    ids: '',
    call: () => payWithCard({ payment_method_id: 'pm_1', attempt: 'a1' }),
    line: `POST ${CHECKOUT}/pay_with_card/`,
    fields: { payment_method_id: 'pm_1', attempt: 'a1' },
    reply: { status: 'unsuccessful', message: 'Your card was declined.' },
    gives: { status: 'unsuccessful', url: '', message: 'Your card was declined.', charged: false },
    misfit: { status: null },
  },
  payWithSquare: {
    ids: '',
    call: () =>
      payWithSquare({ source_id: 'cnon', verification_token: 'v', contact_number: '1', attempt: 'a2' }),
    line: `POST ${CHECKOUT}/pay_with_square/`,
    fields: { source_id: 'cnon', verification_token: 'v', contact_number: '1', attempt: 'a2' },
    reply: { status: 'success', url: null },
    gives: { status: 'success', url: '', message: '', charged: false },
    misfit: [],
  },
  getCardCredentials: {
    ids: '',
    call: getCardCredentials,
    line: `POST ${CHECKOUT}/get_card_credentials/`,
    reply: { publishable_key: 'pk_1' },
    gives: { publishable_key: 'pk_1', account: '', script: '' },
    misfit: { account: 'acct_1' },
  },
  createTruelayerPayment: {
    ids: '[CALL-24]',
    call: createTruelayerPayment,
    line: `POST ${CHECKOUT}/create_truelayer_payment/`,
    reply: { url: 'https://bank.example/pay' },
    gives: { url: 'https://bank.example/pay' },
    misfit: {},
  },
  getPaymentError: {
    ids: '[CALL-25]',
    call: getPaymentError,
    line: `POST ${CHECKOUT}/get_payment_error/`,
    reply: 'The bank said no.',
    gives: { text: 'The bank said no.', is_pending: false, is_uncharged: false },
    misfit: '<h1>Error</h1>',
  },
  claimFreeTickets: {
    ids: '[CALL-26]',
    call: () => claimFreeTickets('ada@example.org'),
    line: `POST ${CHECKOUT}/claim_free_tickets/`,
    fields: { email: 'ada@example.org' },
  },
  getTruelayerStatus: {
    ids: '[CALL-27, ENTI-35]',
    call: () => getTruelayerStatus(new AbortController().signal),
    line: `POST ${CHECKOUT}/get_truelayer_status/`,
    reply: {
      truelayer_status: {
        payment_completed: '1',
        reference: 'AB12',
        total: '1,234.50',
        checkout_expires_in: '-3',
        truelayer_status_error: null,
        status: 'executed',
      },
    },
    gives: {
      payment_completed: true,
      reference: 'AB12',
      total: 123450,
      checkout_expires_in: -3,
      truelayer_status_error: '',
      status: 'executed',
    },
    misfit: { truelayer_status: { total: 'lots' } },
  },
  deliverToBitticket: {
    ids: '[CALL-28]',
    call: deliverToBitticket,
    line: `POST ${CHECKOUT}/deliver_to_bitticket/`,
    reply: { delivery_completed: true },
    gives: true,
    misfit: { delivery_completed: 'later' },
  },
  deliverToWallet: {
    ids: '[CALL-29]',
    call: deliverToWallet,
    line: `POST ${CHECKOUT}/deliver_to_wallet/`,
    reply: { delivery_completed: 0 },
    gives: false,
    misfit: 'done',
  },
  saveQuestionAnswers: {
    ids: '[CALL-30]',
    call: () =>
      saveQuestionAnswers({ answers: { '31_9_1': 'None', basket_4: true }, before_or_after: 'before' }),
    line: `POST ${CHECKOUT}/save_question_answers/`,
    fields: { 'answers[31_9_1]': 'None', 'answers[basket_4]': 'true', before_or_after: 'before' },
    reply: { questions_set: true },
    gives: true,
    misfit: { questions_set: 'almost' },
  },
  getSquareCredentials: {
    ids: '[CALL-34]',
    call: getSquareCredentials,
    line: `POST ${CHECKOUT}/get_square_credentials/`,
    reply: { app_id: 'app', location_id: 'L1', checkout_js: 'https://square.example/v1.js' },
    gives: { app_id: 'app', location_id: 'L1', checkout_js: 'https://square.example/v1.js' },
    misfit: { app_id: 'app' },
  },
  getSimpleInfo: {
    ids: '[CALL-35, ENTI-37]',
    call: getSimpleInfo,
    line: `GET ${CHECKOUT}/get_simple_info/`,
    reply: { sale_email: 'ada@example.org', sale_reference: 1234 },
    gives: {
      sale_email: 'ada@example.org',
      sale_reference: '1234',
      can_resend: false,
      can_correct_email: false,
      dates: [],
      transfers: [],
      shown_tickets: null,
      payments: [],
    },
    misfit: 'nothing',
  },
  getRewardReferrerLink: {
    ids: '[CALL-36]',
    call: getRewardReferrerLink,
    line: `GET ${CHECKOUT}/get_reward_referrer_link/`,
    reply: 'https://shop.example/r/1',
    gives: 'https://shop.example/r/1',
    misfit: '<!doctype html>',
  },
  sendCustomerFeedback: {
    ids: '[CALL-37]',
    call: () => sendCustomerFeedback('Lovely\nshop'),
    line: `POST ${CHECKOUT}/send_customer_feedback/`,
    fields: { message: 'Lovely\nshop' },
  },
  subscribeToEvents: {
    ids: '[CALL-38]',
    call: subscribeToEvents,
    line: `POST ${CHECKOUT}/subscribe_to_events/`,
  },
  setTransfers: {
    ids: '[CALL-39, ENTI-36]',
    call: () =>
      setTransfers(
        [
          {
            ticket_id: '31',
            name: 'Bo',
            email: 'bo@example.org',
            qty: 2,
            is_gift: true,
            send_gift: 'Schedule',
            delivery_date: '24/12/2026',
            delivery_time: '18:00',
            message: '',
          },
        ],
        'k1',
      ),
    line: `POST ${CHECKOUT}/set_transfers/`,
    fields: {
      'transfers[0][ticket_id]': '31',
      'transfers[0][name]': 'Bo',
      'transfers[0][email]': 'bo@example.org',
      'transfers[0][qty]': '2',
      'transfers[0][is_gift]': 'true',
      'transfers[0][send_gift]': 'Schedule',
      'transfers[0][delivery_date]': '24/12/2026',
      'transfers[0][delivery_time]': '18:00',
      'transfers[0][message]': '',
      attempt: 'k1',
    },
    gives: [],
  },
  addToBasket: {
    ids: '[CALL-40]',
    call: () =>
      addToBasket({
        parent_event_id: null,
        ticket: {
          adult: {
            ticket: '1|d-2|adult|0',
            vz_id: null,
            has_offer: false,
            qty: 1,
            seats: [{ section: 'Stalls', row: 'A', number: '7', hold_token: 'h' }],
          },
        },
      }),
    line: 'POST /do/checkout/add/',
    fields: {
      parent_event_id: '',
      'ticket[adult][ticket]': '1|d-2|adult|0',
      'ticket[adult][vz_id]': '',
      'ticket[adult][has_offer]': 'false',
      'ticket[adult][qty]': '1',
      'ticket[adult][seats][0][section]': 'Stalls',
      'ticket[adult][seats][0][row]': 'A',
      'ticket[adult][seats][0][number]': '7',
      'ticket[adult][seats][0][hold_token]': 'h',
    },
  },
  getEventDate: {
    ids: '[CALL-41, ENTI-38]',
    call: () => getEventDate('d-2'),
    line: `GET ${DATES}/get_event_date/d-2/`,
    reply: {
      event_date: {
        id: 'd-2',
        nice_date: 'Friday 4 December',
        event: { id: 1, provider_identifier: 'plan-1' },
        pricing: { adult: '12.50' },
      },
      event: { id: 1, title: 'Hamlet', venue_name: 'Old Theatre' },
    },
    gives: {
      event_date: {
        id: 'd-2',
        nice_date: 'Friday 4 December',
        event: { id: '1', title: '', venue_name: '', provider_identifier: 'plan-1' },
        pricing: [{ ticketType: 'adult', label: 'adult', price: 1250, booking_fee: 0, category: '' }],
      },
      event: { id: '1', title: 'Hamlet', venue_name: 'Old Theatre', provider_identifier: '' },
    },
    misfit: { event_date: null },
  },
  getCurrentSeatingPlan: {
    ids: '[CALL-42, ENTI-39, ENTI-40]',
    call: () => getCurrentSeatingPlan('d/../2'),
    line: `GET ${DATES}/get_current_seating_plan/d%2F..%2F2/`,
    reply: {
      seating_plan_layout: { seating_plan_provider: { provider: 'seatsio', public_key: 'k', region: 'eu' } },
      seating_plan_event: { id: 9, provider_identifier: 'plan-1' },
    },
    gives: {
      seating_plan_layout: { seating_plan_provider: { provider: 'seatsio', public_key: 'k', region: 'eu' } },
      seating_plan_event: { id: '9', title: '', venue_name: '', provider_identifier: 'plan-1' },
    },
    misfit: { seating_plan_layout: {} },
  },
}

const rows = Object.entries(cases).map(([name, row]) => ({
  name,
  row,
  title: row.ids,
}))
const readingRows = rows.filter(({ row }) => row.misfit !== undefined)

/** Sends text as plain text and other values as JSON. */
const answering = (reply: unknown) => () =>
  typeof reply === 'string' ? new Response(reply) : Response.json(reply ?? {})

const failure = (call: () => Promise<unknown>) =>
  call().then(
    () => null,
    (error: unknown) => error,
  )

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(rows)('$name sends its documented call and reads its reply $title', async ({ row }) => {
  const calls = openShop(answering(row.reply))
  expect(await row.call()).toEqual(row.gives)
  expect(calls).toMatchObject([{ line: row.line, fields: row.fields ?? {}, token: 'a=b' }])
  expect(Object.keys(calls[0]?.fields ?? {})).toEqual(Object.keys(row.fields ?? {}))
})

/** Finds in the contract what the page has just called. */
function described() {
  const [schema, method, path, fields] = vi.mocked(request).mock.lastCall ?? []
  const found = callEntries.find(
    ([, call]) =>
      call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/, '[^/]+')}$`).test(String(path)),
  )
  return { schema, fields: fields ?? {}, name: found?.[0], call: found?.[1] }
}

test.each(rows)('$name is in the contract with its fields and the reply that it reads', async ({ row }) => {
  openShop(answering(row.reply))
  await row.call()
  const { schema, fields, call } = described()
  expect(call?.reply).toBe(schema)
  if (call?.request) expect(z.safeParse(call.request, fields).error?.issues ?? []).toEqual([])
  else expect(fields).toEqual({})
})

test('makes every call of the contract', async () => {
  const others = [
    extendHold,
    () => getFreeSeats('d-2'),
    resendTickets,
    () => sendEmailCode('ada@example.org'),
    () => changeEmail({ email: 'ada@example.org', code: '012345' }),
    () => changeOffer({ id: 't', recipient: { name: 'Bo', email: 'bo@example.org' } }),
    () => changeOffer({ id: 't', recipient: null }),
  ]
  const made = new Set<string | undefined>()
  for (const call of [...others, ...rows.map(({ row }) => row.call)]) {
    openShop()
    await call().catch(() => {})
    const { schema, fields, name, call: one } = described()
    expect(one?.reply).toBe(schema)
    if (one?.request) expect(z.safeParse(one.request, fields).error?.issues ?? []).toEqual([])
    made.add(name)
  }
  expect([...made].sort()).toEqual(callEntries.map(([name]) => name).sort())
})

test.each(rows)('$name fails with the message of an HTTP error', async ({ row }) => {
  openShop(() => Response.json({ message: 'Not now' }, { status: 503 }))
  const error = await failure(row.call)
  expect(error).toBeInstanceOf(HttpFailure)
  expect(error).toMatchObject({ status: 503, message: 'Not now' })
})

test.each(rows)('$name fails as offline without a reply', async ({ row }) => {
  openShop()
  closeShop()
  expect(await failure(row.call)).toBeInstanceOf(Offline)
})

test.each(readingRows)('$name rejects an invalid reply', async ({ row }) => {
  openShop(answering(row.misfit))
  expect(await failure(row.call)).toBeInstanceOf(InvalidReply)
})

test.each(rows.filter(({ row }) => row.misfit === undefined))(
  '$name accepts any reply, as its content is not documented',
  async ({ row }) => {
    for (const reply of ['', 'OK', '<p>Done</p>', [], null, { done: true }]) {
      openShop(answering(reply))
      expect(await row.call()).toEqual(row.gives)
    }
  },
)

test.each(rows.filter(({ row }) => row.misfit === undefined))(
  '$name rejects an HTML page, even with a success status',
  async ({ row }) => {
    openShop(answering('<!DOCTYPE html><title>Maintenance</title>'))
    await expect(row.call()).rejects.toBeInstanceOf(InvalidReply)
  },
)

test('finishes a step report after the page has closed', async () => {
  const calls = openShop()
  await updateBasketState('payment')
  await getCheckout().catch(() => {})
  expect(calls.map(({ keepalive }) => keepalive)).toEqual([true, false])
})

test('reads a missing or empty user, or one without an id, as a guest [CALL-03]', async () => {
  for (const reply of [
    { user: null },
    { user: [] },
    { user: false },
    {},
    [],
    { user: guest },
    { user: { id: 0 } },
  ]) {
    openShop(answering(reply))
    expect(await getUser()).toBeNull()
  }
})

test('reads a user at the top level of the reply [CALL-03]', async () => {
  openShop(answering({ id: 7, full_name: 'Ada Byron' }))
  expect(await getUser()).toEqual({ ...guest, ...flags, id: '7', full_name: 'Ada Byron' })
})

test('escapes ids in addresses [CALL-41, CALL-42]', async () => {
  const calls = openShop()
  await failure(() => getEventDate('../../do?x=1#y'))
  await failure(() => getCurrentSeatingPlan('../../do?x=1#y'))
  expect(calls.map(({ line }) => line)).toEqual([
    `GET ${DATES}/get_event_date/..%2F..%2Fdo%3Fx%3D1%23y/`,
    `GET ${DATES}/get_current_seating_plan/..%2F..%2Fdo%3Fx%3D1%23y/`,
  ])
})

test('has the script address of the second card provider [CALL-34]', () => {
  expect(squareScript).toBe('/ajax/checkout/checkout/javascript-square/')
})

test.each([
  [
    200,
    { type: 'one_time_code', message: 'Wrong code' },
    { outcome: 'one_time_code', message: 'Wrong code' },
  ],
  [
    422,
    { type: 'one_time_code', message: 'Wrong code' },
    { outcome: 'one_time_code', message: 'Wrong code' },
  ],
  [200, { type: 'reserving', message: 'Sold out' }, { outcome: 'reserving', message: 'Sold out' }],
  [409, { error: { type: 'reserving', message: 'Sold out' } }, { outcome: 'reserving', message: 'Sold out' }],
  [409, { type: 'reserving', error: 'Sold out' }, { outcome: 'reserving', message: 'Sold out' }],
  [200, { has_account: 0, error: 'Wrong code' }, { outcome: 'one_time_code', message: 'Wrong code' }],
  [400, { has_account: 1, type: 'one_time_code' }, { outcome: 'one_time_code', message: '' }],
  [429, { message: 'Too many tries' }, { outcome: 'one_time_code', message: 'Too many tries' }],
  [200, { has_account: '0' }, { outcome: 'new' }],
  [200, { has_account: 1, message: 'Welcome back' }, { outcome: 'has_account' }],
])('reads the result of a code check with status %i and %j [CALL-13]', async (status, reply, outcome) => {
  openShop(() => Response.json(reply, { status }))
  expect(await checkOneTimeCode({ email: 'ada@example.org', code: '012345' })).toEqual(outcome)
})

test('does not accept a code after an HTTP error without a message [CALL-13]', async () => {
  const check = () => checkOneTimeCode({ email: 'ada@example.org', code: '012345' })
  openShop(() => Response.json({ has_account: true }, { status: 422 }))
  expect(await failure(check)).toBeInstanceOf(HttpFailure)
  openShop(() => Response.json({ type: 'one_time_code', message: 'x' }, { status: 500 }))
  expect(await failure(check)).toBeInstanceOf(HttpFailure)
  openShop(() => new Response('', { status: 404 }))
  expect(await failure(check)).toBeInstanceOf(HttpFailure)
})

test('returns the message when a code cannot be sent [CALL-12]', async () => {
  openShop(() => Response.json({ message: 'Too many codes today' }, { status: 429 }))
  expect(await failure(() => sendOneTimeCode('ada@example.org'))).toMatchObject({
    message: 'Too many codes today',
  })
})

test('returns the message when seats cannot be added [CALL-40]', async () => {
  openShop(() => Response.json({ message: 'Seat taken' }, { status: 409 }))
  expect(await failure(() => addToBasket({ parent_event_id: null, ticket: {} }))).toMatchObject({
    message: 'Seat taken',
  })
})

test('lists the free seats of a date, if the shop has such a call', async () => {
  const seat = { label: 'A-7', section: 'Stalls', row: 'A', number: 7, category: 1, restricted_view: 1 }
  const calls = openShop(() => Response.json({ seats: [seat] }))
  expect(await getFreeSeats('d/2')).toMatchObject([
    { label: 'A-7', number: '7', category: '1', restricted_view: true, accessible: false },
  ])
  expect(calls).toMatchObject([{ line: `GET ${DATES}/get_free_seats/d%2F2/` }])
  for (const none of [new Response('', { status: 404 }), new Response('<!doctype html>')]) {
    openShop(() => none)
    expect(await getFreeSeats('d-2')).toBeNull()
  }
  openShop(() => Response.json({ message: 'Later' }, { status: 503 }))
  expect(await failure(() => getFreeSeats('d-2'))).toBeInstanceOf(HttpFailure)
})

test('defines each query once', () => {
  const queries = [
    checkoutQuery,
    userQuery,
    countriesQuery,
    userAddressesQuery,
    cardCredentialsQuery,
    squareCredentialsQuery,
    simpleInfoQuery,
    rewardReferrerLinkQuery,
    eventDateQuery('d-2'),
    seatingPlanQuery('d-2'),
    freeSeatsQuery('d-2'),
  ]
  expect(new Set(queries.map(({ queryKey }) => JSON.stringify(queryKey))).size).toBe(queries.length)
  for (const query of queries) expect(query.staleTime).toBe(Infinity)
})
