import { inOrder } from './in-order.ts'

/** Indexes for a person's cards, the plans that charge a card, and instalments to be reminded of. */
export const up = inOrder([
  `create index on user_cards (user_id)`,
  `create index on payment_plans (provider_method_id)`,
  `create index on instalments (due_at) where payment_id is null and reminded_at is null`,
])
