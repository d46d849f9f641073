import { described } from './001-baseline/described.ts'
import { inOrder } from './in-order.ts'

/** What buyers are told before they pay: restricted views, the name on their statement, and what refund protection covers. */
export const up = inOrder([
  `alter table sale_seats add column restricted_view boolean not null default false`,
  `alter table organisers
    add column statement_name text not null default '',
    add column refund_protection_terms text not null default '',
    add column refund_protection_url text not null default ''`,
  ...described('organisers', '', {
    statement_name: "What the statement of a card or bank calls a payment; '' if unknown.",
    refund_protection_terms: "What refund protection covers, until when, and who pays; '' if it is not told.",
    refund_protection_url: "Where the terms of refund protection are in full; '' for nowhere.",
  }),
])
