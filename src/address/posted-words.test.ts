import { expect, test } from 'vitest'
import { postedWords } from './posted-words.ts'

const order = (tickets: string[], vouchers: string[] = [], changes: object = {}) =>
  postedWords({
    tickets: tickets.map((ticket_name) => ({ ticket_name })),
    gift_vouchers: vouchers.map((name) => ({ name })),
    require_delivery_address: tickets.length > 0,
    delivery_cost: 350,
    ...changes,
  })

test('names what comes by post, once for each kind', () => {
  expect(order(['Poster', 'Poster'])).toBe('Poster: by post')
  expect(order(['Gallery', 'Signed programme by post'])).toBe('Signed programme: by post')
  expect(order(['Gallery', 'Poster, by post'], ['Gift voucher'])).toBe('Poster, Gift voucher: by post')
})

test('says that a part comes by post if the checkout does not tell which', () => {
  expect(order(['Gallery', 'Race pack'])).toBe('Part of your order comes by post.')
  expect(order(['By post', ''])).toBe('Part of your order comes by post.')
})

test('says of gift vouchers that they come by post only if delivery costs something', () => {
  expect(order([], ['Gift voucher'])).toBe('Gift voucher: by post')
  expect(order([], ['Gift voucher'], { delivery_cost: 0 })).toBe('')
})
