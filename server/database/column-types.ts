export type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** A postal address as the buyer entered it; `country` '1' is the UK, '2' the USA. */
export interface PostalAddress {
  first_name: string
  last_name: string
  address_1: string
  address_2: string
  town: string
  postcode: string
  country: string
  state: string
}

/** The boxes ticked on the marketing step; `organisers` by organiser id. */
export interface MarketingChoices {
  ct_subscribed: boolean
  event_subscribed: boolean
  organisers: Record<string, boolean>
}

/** A line of a basket: `id` is that of the ticket or product; `value` of a gift voucher in pence, 0 for tickets. */
export interface RemovedLine {
  id: string
  value: number
  line_number: number
}
