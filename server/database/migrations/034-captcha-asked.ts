import { inOrder } from './in-order.ts'

/** When a captcha was last asked for because of held places, so that the checkout shows it after a reload. */
export const up = inOrder([`alter table sales add column captcha_asked_at timestamptz`])
