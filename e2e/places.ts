import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Arrangement } from './test.ts'

/** Every arrangement that has contents of its own on screen. */
export const places: {
  shape: Arrangement['shape']
  state: CheckoutState
  bank?: Arrangement['bank']
  user?: Arrangement['user']
}[] = [
  { shape: 'everything', state: 'basket' },
  { shape: 'empty', state: 'basket' },
  { shape: 'required', state: 'basket' },
  { shape: 'charity', state: 'donation' },
  { shape: 'charity', state: 'gift_aid' },
  { shape: 'paid', state: 'login' },
  { shape: 'marketing', state: 'marketing_preferences' },
  { shape: 'voucher', state: 'delivery_address' },
  { shape: 'questions_before', state: 'ticket_questions_before' },
  { shape: 'charity', state: 'payment' },
  { shape: 'unconfigured', state: 'payment' },
  { shape: 'square', state: 'payment' },
  { shape: 'plan', state: 'payment' },
  { shape: 'bank', state: 'awaiting_truelayer', bank: 'pay' },
  { shape: 'bank', state: 'awaiting_truelayer', bank: 'cancel' },
  { shape: 'bank', state: 'awaiting_truelayer', bank: 'fail' },
  { shape: 'questions_after', state: 'ticket_questions_after' },
  { shape: 'waiver', state: 'waiver' },
  { shape: 'messages', state: 'after_sale_messages' },
  { shape: 'everything', state: 'order_completed' },
  { shape: 'plan', state: 'order_completed' },
]
