import { expect, test } from 'vitest'
import { postedTo } from './posted.ts'

const adult = { ticket_name: 'Adult', qty: 2, is_posted: false }
const runner = { ticket_name: 'Runner', qty: 1, is_posted: true }
const poster = { ticket_name: 'Poster, by post', qty: 2, is_posted: true }
const order = { tickets: [adult], gift_vouchers: [], posted_to: 'Ada Byron, 1 Quay' }

test('says what is posted, and where', () => {
  expect(postedTo({ ...order, tickets: [adult, runner] })).toBe('By post: 1 × Runner, to Ada Byron, 1 Quay')
  expect(postedTo({ ...order, tickets: [poster, adult, runner], gift_vouchers: [{ qty: 1 }] })).toBe(
    'By post: 2 × Poster, 1 × Runner and your gift voucher, to Ada Byron, 1 Quay',
  )
  expect(postedTo({ ...order, tickets: [runner], gift_vouchers: [{ qty: 1 }, { qty: 1 }] })).toBe(
    'By post: 1 × Runner and your gift vouchers, to Ada Byron, 1 Quay',
  )
})

test('says where alone if the back-end does not say what, and nothing of an order that is not posted', () => {
  expect(postedTo({ ...order, gift_vouchers: [{ qty: 1 }] })).toBe('By post to Ada Byron, 1 Quay')
  expect(postedTo({ ...order, tickets: [runner], posted_to: '' })).toBe('')
})
