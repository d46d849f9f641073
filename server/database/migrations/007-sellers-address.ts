import { described } from './001-baseline/described.ts'
import { inOrder } from './in-order.ts'

/** Who sells, as the law has buyers told: the trader's address, and the number that an invoice with VAT names. */
export const up = inOrder([
  `alter table organisers
    add column postal_address text not null default '',
    add column vat_number text not null default ''`,
  ...described('organisers', '', {
    postal_address: "Where the organiser's business is; '' if unknown.",
    vat_number: "The organiser's VAT registration number; '' without one.",
  }),
])
