import type { Address, Waiting } from './gate.ts'

const checkout = 'checkout/checkout/get'
const user = 'user/user/get_user'

/** The address of each call whose reply can be an outcome on a path. */
export const addresses: Partial<Record<Waiting, Address>> = {
  loadCheckout: checkout,
  reserveTickets: 'checkout/checkout/reserve_tickets',
  destroySale: 'checkout/checkout/destroy_sale',
  updateBasketState: 'checkout/checkout/update_basket_state',
  refreshCheckout: checkout,
  loadUser: user,
  fetchUser: user,
  sendOneTimeCode: 'user/user/send_one_time_code',
  checkOneTimeCode: 'user/user/check_one_time_code',
  saveGuestToSale: 'checkout/checkout/save_guest_to_sale',
  logoutOfSale: 'checkout/checkout/logout_of_sale',
  refreshCheckout: checkout,
  reloadCheckout: checkout,
  getPaymentError: 'checkout/checkout/get_payment_error',
  prepareCard: /\/ajax\/checkout\/checkout\/get_(card|square)_credentials\//,
  saveExpressAccount: 'checkout/checkout/save_guest_to_sale',
  claimFreeTickets: 'checkout/checkout/claim_free_tickets',
  sendPayment: /\/ajax\/checkout\/checkout\/(pay_with_\w+|create_truelayer_payment)\//,
  getTruelayerStatus: 'checkout/checkout/get_truelayer_status',
  updateTicketQuantity: 'checkout/checkout/update_ticket_quantity',
  updateGiftVoucherQuantity: 'checkout/checkout/update_gift_voucher_quantity',
  removeFromBasket: 'checkout/checkout/remove_from_basket',
  removeGiftVoucherFromBasket: 'checkout/checkout/remove_gift_voucher_from_basket',
  updateRefundProtection: 'checkout/checkout/update_refund_protection',
  setCode: 'checkout/checkout/set_code',
  loadFreeSeats: 'organiser/event_dates/get_free_seats',
  loadSeating: 'organiser/event_dates/get_current_seating_plan',
  loadPlanScript: /\/seatsio\/chart\.js$/,
  drawPlan: /\/seating-plan\/events\/[^/]+\/changes$/,
  addSeats: /\/do\/checkout\/add\/$/,
  loadBaseScript: /\/base\.js$/,
  loadSiteScripts: /\/menu\.js$/,
  saveDonation: 'checkout/checkout/save_donation',
}
