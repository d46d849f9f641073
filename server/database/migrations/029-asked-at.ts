import { inOrder } from './in-order.ts'

/** When a page's poll last asked the provider about a payment, so that simultaneous polls ask once. */
export const up = inOrder([`alter table payment_attempts add column asked_at timestamptz`])
