import { demandedDetails, type DemandedDetails } from '#src/checkout/rules/demanded-details.ts'

import type { Basket } from './read-basket.ts'

/** Returns what an order demands to know of its buyer, by the rule by which the page asks. */
export const demandsOf = (basket: Pick<Basket, 'tickets' | 'vouchers' | 'organisers'>): DemandedDetails =>
  demandedDetails(demandingFields(basket))

/** The fields of the checkout by which the page knows what to ask for. */
export const demandingFields = ({
  tickets,
  vouchers,
  organisers,
}: Pick<Basket, 'tickets' | 'vouchers' | 'organisers'>) => ({
  require_delivery_address: tickets.some((line) => line.deliverable),
  gift_vouchers: vouchers,
  has_require_phone_number: organisers.some((organiser) => organiser.requires_phone_number),
})
