import fc from 'fast-check'

import type {
  Basket,
  DiscountRow,
  OrganiserRow,
  Sale,
  TicketRow,
  VoucherRow,
} from '#server/basket/read-basket.ts'

const pence = (max: number) => fc.integer({ min: 0, max })
const owner = fc.constantFrom('one', 'two')

const ticket = fc.record({
  organiser_id: owner,
  event_id: fc.constantFrom('event', 'other'),
  qty: fc.integer({ min: 1, max: 20 }),
  price: pence(50_000),
  booking_fee: pence(2_000),
  absorb_fee: fc.boolean(),
  is_protectable: fc.boolean(),
  deliverable: fc.boolean(),
  delivery_cost: pence(1_000),
})
const voucherLine = fc.record({
  organiser_id: owner,
  qty: fc.integer({ min: 1, max: 5 }),
  value: fc.integer({ min: 1, max: 50_000 }),
  delivery_cost: pence(500),
})
const discount = fc.record({
  code: fc.constant('CODE'),
  is_usable: fc.boolean(),
  kind: fc.constantFrom('ticket_percent', 'ticket_amount', 'basket_amount'),
  amount: fc.integer({ min: 1, max: 10_000 }),
  currency: fc.constantFrom('GBP', 'EUR', null),
  organiser_id: fc.option(owner),
  event_id: fc.option(fc.constant('event')),
})
const charity = fc.record({
  id: fc.constant('charity'),
  base_fee: pence(100),
  booking_fee_basis_points: pence(1_000),
  booking_fee_includes_vat: fc.boolean(),
  booking_fee_vat_basis_points: pence(2_500),
  booking_fee_cap: fc.option(pence(500)),
})
const applied = fc.record({
  organiser_id: owner,
  currency: fc.constantFrom('GBP', 'EUR'),
  available: pence(100_000),
  held_amount: fc.constant(0),
})

/** Generates any basket. Rows hold only the columns that totals read; the casts leave out the others. */
export const anyBasket: fc.Arbitrary<Basket> = fc
  .record({
    tickets: fc.array(ticket, { maxLength: 6 }),
    vouchers: fc.array(voucherLine, { maxLength: 3 }),
    discount: fc.option(discount),
    charity: fc.option(charity),
    applied: fc.array(applied, { maxLength: 3 }),
    isProtected: fc.boolean(),
    protection: pence(1_500),
    donation: pence(10_000),
  })
  .map((parts) => ({
    sale: {
      currency: 'GBP',
      refund_protection: parts.isProtected,
      donation_amount: parts.donation,
      donation_charity_id: 'charity',
    } as Sale,
    isFrozen: false,
    secondsRemaining: null,
    now: new Date(0),
    tickets: parts.tickets.map((line, i) => ({ ...line, ticket_type_id: `t${i}` }) as TicketRow),
    vouchers: parts.vouchers as VoucherRow[],
    organisers: ['one', 'two'].map(
      (id) => ({ id, refund_protection_cost_basis_points: parts.protection }) as OrganiserRow,
    ),
    discount: parts.discount as DiscountRow | null,
    appliedVouchers: parts.applied.map((voucher, i) => ({
      ...voucher,
      id: `v${i}`,
    })) as Basket['appliedVouchers'],
    charity: parts.charity as Basket['charity'],
    isPaying: false,
    hasOpenInstalments: false,
    events: [],
    upcoming: [],
  }))
