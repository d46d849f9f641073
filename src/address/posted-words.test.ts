import { expect, test } from 'vitest'
import { postedWords } from './posted-words.ts'

const order = (tickets: string[], changes: object = {}) =>
  postedWords({
    tickets: tickets.map((ticket_name) => ({ ticket_name, qty: 1, is_posted: false })),
    gift_vouchers: [],
    require_delivery_address: true,
    ...changes,
  })

test('names the tickets that come by post, if their names say so, once for each kind', () => {
  expect(order(['Gallery', 'Signed programme by post'])).toBe('1 × Signed programme comes by post')
  expect(order(['Gallery', 'Poster, by post', 'Poster, by post'])).toBe('2 × Poster come by post')
  expect(order(['Poster, by post', 'Map by post'])).toBe('1 × Poster and 1 × Map come by post')
})

test('names the tickets of which the shop says so', () => {
  const tickets = (qty: number, ...names: string[]) => ({
    tickets: [
      { ticket_name: 'Gallery', qty: 2, is_posted: false },
      ...names.map((ticket_name) => ({ ticket_name, qty, is_posted: true })),
    ],
  })
  expect(order([], tickets(1, 'Runner'))).toBe('1 × Runner comes by post')
  expect(order([], tickets(2, 'Runner'))).toBe('2 × Runner come by post')
  expect(order([], tickets(1, 'Family ticket', 'Poster by post'))).toBe(
    '1 × Family ticket and 1 × Poster come by post',
  )
  expect(order([], { ...tickets(1, 'Runner'), gift_vouchers: [{ qty: 1 }] })).toBe(
    '1 × Runner and your gift voucher come by post',
  )
})

test('says that a part comes by post if the checkout does not tell which', () => {
  expect(order(['Gallery', 'Race pack'])).toBe('Part of your order comes by post')
  expect(order(['By post', ''])).toBe('Part of your order comes by post')
})

test('tells of gift vouchers, alone and beside tickets', () => {
  const alone = { require_delivery_address: false }
  expect(order([], { ...alone, gift_vouchers: [{ qty: 1 }] })).toBe('Your gift voucher comes by post')
  expect(order([], { gift_vouchers: [{ qty: 1 }] })).toBe('Your gift voucher comes by post')
  expect(order(['Gallery'], { ...alone, gift_vouchers: [{ qty: 1 }, { qty: 2 }] })).toBe(
    'Your gift vouchers come by post',
  )
  expect(order(['Poster by post'], { gift_vouchers: [{ qty: 1 }] })).toBe(
    '1 × Poster and your gift voucher come by post',
  )
})

test('says nothing if no ticket is posted', () => {
  expect(order(['Poster by post'], { require_delivery_address: false })).toBe('')
})
