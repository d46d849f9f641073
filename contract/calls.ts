import type * as z from 'zod/mini'
import { codeRequest, emailRequest, guestRequest, marketingRequest } from '#src/account/requests.ts'
import { codeCheckSchema } from '#src/account/schemas.ts'
import { deleteAddressRequest, deliveryRequest, lookUpRequest } from '#src/address/requests.ts'
import {
  countriesSchema,
  foundAddressesReplySchema,
  savedAddressesReplySchema,
} from '#src/address/schemas.ts'
import {
  discountRequest,
  refundProtectionRequest,
  removeTicketRequest,
  removeVoucherRequest,
  ticketQuantityRequest,
  voucherQuantityRequest,
} from '#src/basket/requests.ts'
import { codeSchema } from '#src/basket/schemas.ts'
import { stepRequest } from '#src/checkout/requests.ts'
import { basketStateSchema, checkoutReplySchema } from '#src/checkout/schemas/checkout.ts'
import { extensionSchema } from '#src/checkout/schemas/extension.ts'
import { questionsSavedSchema } from '#src/checkout/schemas/question.ts'
import { savedGuestSchema, userReplySchema } from '#src/checkout/schemas/user.ts'
import { deliverySchema } from '#src/delivery/schemas.ts'
import { donationRequest, giftAidRequest } from '#src/donation/requests.ts'
import { ignored } from '#src/http/wire.ts'
import {
  cancelTransferRequest,
  correctTransferRequest,
  feedbackRequest,
  transfersRequest,
} from '#src/order/requests.ts'
import { rewardReferrerLinkSchema, simpleInfoSchema, transfersSchema } from '#src/order/schemas.ts'
import {
  bankTransferRequest,
  cardPaymentRequest,
  claimRequest,
  instalmentRequest,
  squarePaymentRequest,
} from '#src/payment/requests.ts'
import {
  bankPageSchema,
  bankStatusReplySchema,
  cardCredentialsSchema,
  paymentErrorSchema,
  paymentReplySchema,
  squareCredentialsSchema,
} from '#src/payment/schemas.ts'
import { answersRequest } from '#src/questions/requests.ts'
import { reserveRequest } from '#src/reservation/requests.ts'
import { reservationSchema } from '#src/reservation/schemas.ts'
import { basketPostRequest } from '#src/seats/requests.ts'
import { eventDateReplySchema, freeSeatsSchema, seatingPlanSchema } from '#src/seats/schemas.ts'

/** A call of the page, as a back-end answers it. */
export interface Call {
  method: 'GET' | 'POST'
  path: string
  says: string
  /** The requirement that documents it, or what a buyer misses without it if it is our own. */
  documented: string | { added: string }
  /** The fields of the form, before they are encoded. */
  request?: z.ZodMiniObject
  reply: z.ZodMiniType
  /** The actors of the charts that make it; none if the page makes it outside of them. */
  actors: readonly string[]
  /** What goes wrong beside what can go wrong with every call, by status. */
  failures?: Readonly<Record<number, string>>
}

const checkout = (name: string) => `/ajax/checkout/checkout/${name}/`
const user = (name: string) => `/ajax/user/user/${name}/`
const dates = (name: string) => `/ajax/organiser/event_dates/${name}/{event_date_id}/`

const notHeld = 'The hold has expired, or there is no basket.'
const paying = 'A payment is under way.'
const notPaid = 'There is no paid order.'
const tooOften = 'Too often. `Retry-After` may say in how many seconds it helps to ask again.'
const notValid = 'A field is not valid.'

/** What all calls that pay reply besides. */
const paymentFailures = {
  409: `${notHeld} Or the total has changed, or it is paid.`,
  422: notValid,
  429: tooOften,
}

/** Every call of the page, by the name of the function that makes it, in the order in which a buyer comes to it. */
export const calls = {
  getCheckout: {
    method: 'GET',
    path: checkout('get'),
    says: 'Reads the checkout of this session.',
    documented: 'CALL-31',
    reply: checkoutReplySchema,
    actors: [
      'loadCheckout',
      'listBasketSeats',
      'reloadCheckout',
      'loadPaidOrder',
      'confirmTotal',
      'lookUpPayment',
    ],
  },
  getUser: {
    method: 'GET',
    path: user('get_user'),
    says: 'Reads the signed-in customer.',
    documented: 'CALL-03',
    reply: userReplySchema,
    actors: ['loadUser', 'fetchUser', 'ensureUser'],
  },
  updateBasketState: {
    method: 'POST',
    path: checkout('update_basket_state'),
    says: 'Tells the step that the buyer has come to.',
    documented: 'CALL-32',
    request: stepRequest,
    reply: basketStateSchema,
    actors: ['updateBasketState'],
  },
  getEventDate: {
    method: 'GET',
    path: dates('get_event_date'),
    says: 'Reads a date with numbered seats, and its prices.',
    documented: 'CALL-41',
    reply: eventDateReplySchema,
    actors: ['loadSeating'],
    failures: { 404: 'There is no such date.', 409: 'The date has no seating plan.' },
  },
  getCurrentSeatingPlan: {
    method: 'GET',
    path: dates('get_current_seating_plan'),
    says: 'Reads the seating plan of a date, with the public key of its provider.',
    documented: 'CALL-42',
    reply: seatingPlanSchema,
    actors: ['loadSeating'],
    failures: { 404: 'There is no such date.', 409: 'The date has no seating plan.' },
  },
  getFreeSeats: {
    method: 'GET',
    path: dates('get_free_seats'),
    says: 'Reads the free seats of a date.',
    documented: { added: 'The list of seats beside the seating plan.' },
    reply: freeSeatsSchema,
    actors: ['loadFreeSeats'],
  },
  addToBasket: {
    method: 'POST',
    path: '/do/checkout/add/',
    says: 'Puts held seats into the basket.',
    documented: 'CALL-40',
    request: basketPostRequest,
    reply: ignored,
    actors: ['addSeats'],
    failures: { 409: 'A seat is taken, or sold out.', 422: notValid },
  },
  updateTicketQuantity: {
    method: 'POST',
    path: checkout('update_ticket_quantity'),
    says: 'Sets the quantity of a ticket.',
    documented: 'CALL-04',
    request: ticketQuantityRequest,
    reply: ignored,
    actors: ['updateTicketQuantity'],
    failures: { 409: paying, 422: notValid },
  },
  updateGiftVoucherQuantity: {
    method: 'POST',
    path: checkout('update_gift_voucher_quantity'),
    says: 'Sets the quantity of gift vouchers of one value.',
    documented: 'CALL-05',
    request: voucherQuantityRequest,
    reply: ignored,
    actors: ['updateGiftVoucherQuantity'],
    failures: { 409: paying, 422: notValid },
  },
  updateRefundProtection: {
    method: 'POST',
    path: checkout('update_refund_protection'),
    says: 'Adds or removes refund protection.',
    documented: 'CALL-06',
    request: refundProtectionRequest,
    reply: ignored,
    actors: ['updateRefundProtection'],
    failures: { 409: paying },
  },
  setCode: {
    method: 'POST',
    path: checkout('set_code'),
    says: 'Applies a discount or voucher code.',
    documented: 'CALL-07',
    request: discountRequest,
    reply: codeSchema,
    actors: ['setCode'],
    failures: { 409: paying, 429: tooOften },
  },
  removeFromBasket: {
    method: 'POST',
    path: checkout('remove_from_basket'),
    says: 'Removes a ticket.',
    documented: 'CALL-08',
    request: removeTicketRequest,
    reply: ignored,
    actors: ['removeFromBasket', 'removeSeat'],
    failures: { 409: paying },
  },
  removeGiftVoucherFromBasket: {
    method: 'POST',
    path: checkout('remove_gift_voucher_from_basket'),
    says: 'Removes the gift vouchers of one value.',
    documented: 'CALL-09',
    request: removeVoucherRequest,
    reply: ignored,
    actors: ['removeGiftVoucherFromBasket'],
    failures: { 409: paying },
  },
  reserveTickets: {
    method: 'POST',
    path: checkout('reserve_tickets'),
    says: 'Reserves the basket. Sold out is a reply with `error`, not a failure.',
    documented: 'CALL-10',
    request: reserveRequest,
    reply: reservationSchema,
    actors: ['reserveTickets'],
  },
  destroySale: {
    method: 'POST',
    path: checkout('destroy_sale'),
    says: 'Releases the tickets, so that the basket can be edited.',
    documented: 'CALL-33',
    reply: ignored,
    actors: ['destroySale'],
    failures: { 409: paying },
  },
  extendHold: {
    method: 'POST',
    path: checkout('extend_hold'),
    says: 'Asks for more time, when two minutes of the hold are left.',
    documented: { added: 'More time; it is offered only with `can_extend_hold`.' },
    reply: extensionSchema,
    actors: ['extendHold'],
    failures: { 409: notHeld },
  },
  sendOneTimeCode: {
    method: 'POST',
    path: user('send_one_time_code'),
    says: 'Sends a one-time code by email.',
    documented: 'CALL-12',
    request: emailRequest,
    reply: ignored,
    actors: ['sendOneTimeCode'],
    failures: { 422: 'The email is not valid.', 429: tooOften },
  },
  checkOneTimeCode: {
    method: 'POST',
    path: user('check_one_time_code'),
    says: 'Checks a one-time code, and signs in. A refusal has `type` and `message`.',
    documented: 'CALL-13',
    request: codeRequest,
    reply: codeCheckSchema,
    actors: ['checkOneTimeCode'],
    failures: {
      409: 'The basket could not be reserved for the account; `type` is `reserving`.',
      422: 'The code is wrong; `type` is `one_time_code`.',
      429: tooOften,
    },
  },
  saveGuestToSale: {
    method: 'POST',
    path: checkout('save_guest_to_sale'),
    says: 'Saves the name and email of a guest; `error` takes the buyer back to the basket.',
    documented: 'CALL-11',
    request: guestRequest,
    reply: savedGuestSchema,
    actors: ['saveGuestToSale', 'saveExpressAccount'],
    failures: { 422: notValid },
  },
  logoutOfSale: {
    method: 'POST',
    path: checkout('logout_of_sale'),
    says: 'Signs the customer out of this sale.',
    documented: 'CALL-14',
    reply: ignored,
    actors: ['logoutOfSale'],
  },
  setMarketingPreferences: {
    method: 'POST',
    path: checkout('set_marketing_preferences'),
    says: 'Saves what the buyer wants to hear of; organisers by id.',
    documented: 'CALL-15',
    request: marketingRequest,
    reply: ignored,
    actors: ['setMarketingPreferences', 'saveExpressAccount'],
    failures: { 409: notHeld, 422: notValid },
  },
  saveDonation: {
    method: 'POST',
    path: checkout('save_donation'),
    says: 'Saves a donation, before its fee.',
    documented: 'CALL-16',
    request: donationRequest,
    reply: ignored,
    actors: ['saveDonation'],
    failures: { 409: notHeld, 422: 'The amount or the charity is not allowed.' },
  },
  updateDonation: {
    method: 'POST',
    path: checkout('update_donation'),
    says: 'Declares or declines Gift Aid.',
    documented: 'CALL-17',
    request: giftAidRequest,
    reply: ignored,
    actors: ['updateDonation'],
    failures: { 409: notHeld, 422: notValid },
  },
  getAddressAllCountriesStates: {
    method: 'POST',
    path: checkout('get_address_all_countries_states'),
    says: 'Lists the countries, and the states of the USA.',
    documented: 'CALL-18',
    reply: countriesSchema,
    actors: ['loadAddresses', 'prepareCard'],
  },
  getUserAddresses: {
    method: 'POST',
    path: user('get_user_addresses'),
    says: "Lists the customer's saved addresses.",
    documented: 'CALL-19',
    reply: savedAddressesReplySchema,
    actors: ['loadAddresses'],
  },
  lookupAddress: {
    method: 'POST',
    path: user('lookup_address'),
    says: 'Finds addresses by postcode or part of an address.',
    documented: 'CALL-20',
    request: lookUpRequest,
    reply: foundAddressesReplySchema,
    actors: ['lookupAddress'],
    failures: { 422: 'Too short.', 429: tooOften },
  },
  deleteAddress: {
    method: 'POST',
    path: user('delete_address'),
    says: 'Deletes a saved address.',
    documented: 'CALL-21',
    request: deleteAddressRequest,
    reply: ignored,
    actors: ['deleteAddress'],
    failures: { 404: 'There is no such address.' },
  },
  setDeliveryAddress: {
    method: 'POST',
    path: checkout('set_delivery_address'),
    says: 'Saves the address of the delivery, a saved one by its id or `new` with its lines, and the names on gift vouchers.',
    documented: 'CALL-22',
    request: deliveryRequest,
    reply: ignored,
    actors: ['setDeliveryAddress', 'saveExpressAccount'],
    failures: { 409: notHeld, 422: notValid },
  },
  saveQuestionAnswers: {
    method: 'POST',
    path: checkout('save_question_answers'),
    says: 'Saves answers, by `{ticket_id}_{question_id}_{copy}`, or `basket_{question_id}` for one that is asked once.',
    documented: 'CALL-30',
    request: answersRequest,
    reply: questionsSavedSchema,
    actors: ['saveQuestionAnswers'],
    failures: { 409: notHeld, 422: 'An answer is missing or not valid.' },
  },
  getCardCredentials: {
    method: 'POST',
    path: checkout('get_card_credentials'),
    says: 'Reads the public key of the card form.',
    documented: { added: 'Nothing, if `cardPublishableKey` is configured; otherwise payment by card.' },
    reply: cardCredentialsSchema,
    actors: ['prepareCard'],
  },
  getSquareCredentials: {
    method: 'POST',
    path: checkout('get_square_credentials'),
    says: "Reads the credentials of the second card provider's form.",
    documented: 'CALL-34',
    reply: squareCredentialsSchema,
    actors: ['prepareCard'],
  },
  getPaymentError: {
    method: 'POST',
    path: checkout('get_payment_error'),
    says: 'Reads why the last payment failed; "" if it did not.',
    documented: 'CALL-25',
    reply: paymentErrorSchema,
    actors: ['getPaymentError'],
  },
  payWithCard: {
    method: 'POST',
    path: checkout('pay_with_card'),
    says: 'Pays by card. `attempt` is the key of this attempt: the same key never pays twice.',
    documented: { added: 'Payment by card through the first provider.' },
    request: cardPaymentRequest,
    reply: paymentReplySchema,
    actors: ['sendPayment'],
    failures: paymentFailures,
  },
  payWithSquare: {
    method: 'POST',
    path: checkout('pay_with_square'),
    says: 'Pays by card through the second provider. `attempt` is the key of this attempt.',
    documented: { added: 'Payment by card through the second provider.' },
    request: squarePaymentRequest,
    reply: paymentReplySchema,
    actors: ['sendPayment'],
    failures: paymentFailures,
  },
  payWithInstalment: {
    method: 'POST',
    path: checkout('pay_with_instalment'),
    says: 'Sets up a payment plan and pays its first instalment, with a saved or a new card. `attempt` is our own.',
    documented: 'CALL-23',
    request: instalmentRequest,
    reply: paymentReplySchema,
    actors: ['sendPayment'],
    failures: paymentFailures,
  },
  createTruelayerPayment: {
    method: 'POST',
    path: checkout('create_truelayer_payment'),
    says: "Creates a bank transfer, and replies with the address of the bank's page.",
    documented: 'CALL-24',
    request: bankTransferRequest,
    reply: bankPageSchema,
    actors: ['sendPayment'],
    failures: { 409: notHeld, 503: 'The bank cannot be reached: the page offers the other methods.' },
  },
  getTruelayerStatus: {
    method: 'POST',
    path: checkout('get_truelayer_status'),
    says: 'Reads what has become of the bank transfer.',
    documented: 'CALL-27',
    reply: bankStatusReplySchema,
    actors: ['getTruelayerStatus'],
  },
  claimFreeTickets: {
    method: 'POST',
    path: checkout('claim_free_tickets'),
    says: 'Orders a basket that costs nothing.',
    documented: 'CALL-26',
    request: claimRequest,
    reply: ignored,
    actors: ['claimFreeTickets'],
    failures: { 409: notHeld, 422: 'Details are missing.', 429: tooOften },
  },
  deliverToBitticket: {
    method: 'POST',
    path: checkout('deliver_to_bitticket'),
    says: 'Delivers the tickets to the ticket wallet.',
    documented: 'CALL-28',
    reply: deliverySchema,
    actors: ['deliverToBitticket'],
    failures: { 409: notPaid },
  },
  deliverToWallet: {
    method: 'POST',
    path: checkout('deliver_to_wallet'),
    says: 'Sends the wallet by email.',
    documented: 'CALL-29',
    reply: deliverySchema,
    actors: ['deliverToWallet'],
    failures: { 409: notPaid },
  },
  getSimpleInfo: {
    method: 'GET',
    path: checkout('get_simple_info'),
    says: 'Reads the reference and email of the order.',
    documented: 'CALL-35',
    reply: simpleInfoSchema,
    actors: ['loadOrder', 'readOffers'],
    failures: { 404: notPaid },
  },
  getRewardReferrerLink: {
    method: 'GET',
    path: checkout('get_reward_referrer_link'),
    says: 'Reads the link with which the buyer earns a reward.',
    documented: 'CALL-36',
    reply: rewardReferrerLinkSchema,
    actors: ['loadOrder'],
    failures: { 404: notPaid },
  },
  sendCustomerFeedback: {
    method: 'POST',
    path: checkout('send_customer_feedback'),
    says: "Sends the buyer's feedback.",
    documented: 'CALL-37',
    request: feedbackRequest,
    reply: ignored,
    actors: ['sendFeedback'],
    failures: { 404: notPaid, 422: notValid, 429: tooOften },
  },
  subscribeToEvents: {
    method: 'POST',
    path: checkout('subscribe_to_events'),
    says: 'Subscribes the buyer to event updates.',
    documented: 'CALL-38',
    reply: ignored,
    actors: ['subscribeToEvents'],
    failures: { 404: notPaid },
  },
  setTransfers: {
    method: 'POST',
    path: checkout('set_transfers'),
    says: 'Passes tickets on to other people; date (dd/MM/yyyy) and time (HH:mm) only for a scheduled gift. `attempt` is our own.',
    documented: 'CALL-39',
    request: transfersRequest,
    reply: transfersSchema,
    actors: ['setTransfers'],
    failures: {
      404: notPaid,
      409: 'The same `attempt` has sent other tickets.',
      422: notValid,
      429: tooOften,
    },
  },
  correctTransfer: {
    method: 'POST',
    path: checkout('correct_transfer'),
    says: 'Makes an offer to another recipient.',
    documented: { added: 'Correcting an offer; it is shown only if offers are listed.' },
    request: correctTransferRequest,
    reply: transfersSchema,
    actors: ['changeOffer'],
    failures: { 404: 'There is no such transfer.', 409: 'It was accepted already.' },
  },
  cancelTransfer: {
    method: 'POST',
    path: checkout('cancel_transfer'),
    says: 'Takes an offer back.',
    documented: { added: 'Taking an offer back; it is shown only if offers are listed.' },
    request: cancelTransferRequest,
    reply: transfersSchema,
    actors: ['changeOffer'],
    failures: { 404: 'There is no such transfer.', 409: 'It was accepted already.' },
  },
  resendTickets: {
    method: 'POST',
    path: checkout('resend_tickets'),
    says: 'Sends the tickets to the email of the order again.',
    documented: { added: 'Sending tickets again; it is shown only with `can_resend`.' },
    reply: ignored,
    actors: ['resendTickets'],
    failures: { 404: notPaid, 429: tooOften },
  },
  sendEmailCode: {
    method: 'POST',
    path: checkout('send_email_code'),
    says: 'Sends a one-time code to a corrected email.',
    documented: { added: 'Correcting the email of an order; it is shown only with `can_correct_email`.' },
    request: emailRequest,
    reply: ignored,
    actors: ['sendEmailCode'],
    failures: { 422: 'The email is not valid.', 429: tooOften },
  },
  changeEmail: {
    method: 'POST',
    path: checkout('change_email'),
    says: 'Changes the email of the order to one that the code proves, and sends the tickets there.',
    documented: { added: 'Correcting the email of an order; it is shown only with `can_correct_email`.' },
    request: codeRequest,
    reply: ignored,
    actors: ['changeEmail'],
    failures: { 422: 'The code is wrong.', 429: tooOften },
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** All calls by name, each as `Call`. */
export const callEntries = Object.entries(calls) as [CallName, Call][]
