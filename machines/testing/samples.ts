import type { BankStatus } from '#machines/bank-polling.ts'
import type { QuantityDraft } from '#machines/basket.ts'
import type { PaymentDetails, PlanChoice, Preparation } from '#machines/payment-attempt.ts'
import type { OrderTransfers, TransferLine } from '#machines/transfers.ts'
import type { Delivery } from '#src/address/requests.ts'
import type { SavedAddress } from '#src/address/schemas.ts'
import type { GiftAidDeclaration } from '#src/donation/requests.ts'
import type { MarketingChoices } from '#src/account/requests.ts'
import type { Offer } from '#src/order/schemas.ts'
import type { ChosenSeat, SeatCategory } from '#src/seats/rules/seats.ts'

/** One sample of each input of a buyer. */

export const declaration: GiftAidDeclaration = {
  is_gift_aid: true,
  subscribe: false,
  uk_based: true,
  address1: '1 High Street',
  postcode: 'AB1 2CD',
}

export const marketingChoices: MarketingChoices = {
  ct_subscribed: false,
  event_subscribed: true,
  organiser_subscribed_marketing: { '3': true },
}

export const delivery: Delivery = {
  address: { selected_user_address_id: '5' },
  gift_voucher_from: '',
  gift_voucher_to: '',
}

export const guestDetails: PaymentDetails = { contactNumber: '', account: null }

export const expressDetails: PaymentDetails = {
  contactNumber: '',
  account: {
    email: 'ann@example.com',
    fullName: 'Ann Archer',
    preferences: marketingChoices,
    address: { selected_user_address_id: 'new', postcode: 'AB1 2CD' },
    voucherFrom: '',
    voucherTo: '',
  },
}

export const planChoice: PlanChoice = { months: '3', mobile: '07700 900123', card: '', makesDefault: false }

export const prepared: Preparation = {
  status: 'prepared',
  key: 'key-1',
  request: { call: 'payWithCard', body: { payment_method_id: 'pm_1', attempt: 'key-1' } },
}

export const bankAnswer: BankStatus = {
  status: 'pending',
  amount: 2_500,
  reference: 'REF1',
  message: '',
  hasTime: true,
  isUncharged: false,
}

export const draft: QuantityDraft = {
  kind: 'ticket',
  id: '11',
  value: 0,
  quantity: 3,
  flag: 'none',
  isPending: true,
}

export const savedAddress: SavedAddress = {
  id: '5',
  full_address: '1 High Street, Bath',
  first_name: 'Ann',
  last_name: 'Archer',
  address_1: '1 High Street',
  address_2: '',
  town: 'Bath',
  postcode: 'AB1 2CD',
  country: '1',
  state: '',
}

/** An offer that nobody has answered. */
export const openOffer: Offer = {
  id: 'o1',
  ticket_id: '7',
  title: 'Lantern Evening - Adult',
  qty: 1,
  name: 'Bo',
  email: 'bo@example.com',
  status: 'offered',
  send_on: '',
}

export const noTransfers: OrderTransfers = { lines: [], offers: [], attempt: '' }

export const transferLine: TransferLine = { ticketId: '7', title: 'Lantern Evening - Adult', qty: 2 }

export const chosenSeat: ChosenSeat = {
  label: 'Stalls-C-12',
  section: 'Stalls',
  row: 'C',
  number: '12',
  category: 'stalls',
  notes: [],
  ticketType: '31',
  ticketName: 'Adult',
  price: 4_500,
  bookingFee: 250,
  isInBasket: false,
  canBeRemoved: false,
}

export const seatCategory: SeatCategory = { key: 'stalls', label: 'Stalls', color: '#8c1d40', free: 120 }
