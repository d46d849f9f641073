import { inOrder } from './in-order.ts'

/** Alarms for payments that buyers dispute at their banks. */
export const up = inOrder([
  `alter table alarms drop constraint alarms_kind_check`,
  `alter table alarms add constraint alarms_kind_check
    check (kind in ('wrong_payment', 'unknown_payment', 'payment_unsettled', 'payment_disputed', 'refund_failed',
      'plan_stopped', 'seats_out_of_step', 'order_not_delivered', 'gift_not_sent', 'message_not_sent'))`,
])
