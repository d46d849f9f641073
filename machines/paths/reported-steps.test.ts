import { expect, it } from 'vitest'
import { checkoutMachine } from '#machines/checkout.ts'
import { nextSteps } from './documented.ts'
import { reportedMoves } from './reported-steps.ts'

const moves = reportedMoves(checkoutMachine)
const because = (from: string, to: string) =>
  moves.find((move) => move.from === from && move.to === to)?.because

it('reports can follow each other along every row of the next-step tables', () => {
  expect(nextSteps.filter(({ from, to }) => !because(from, to))).toEqual([])
})

it.each([
  ['payment', 'basket', 'chart', 'the hold ends'],
  ['awaiting_truelayer', 'payment', 'chart', 'another method is chosen'],
  ['login', 'deliver_tickets', 'chart', 'paid in another tab'],
  ['captcha', 'reserve', 'loaded', 'a captcha is pending no more at a reload'],
  ['basket', 'deliver_tickets', 'loaded', 'paid in another tab, and loaded again'],
  [
    'payment',
    'reserve',
    'loaded',
    'the hold has ended while the page was closed, and the basket is not reported',
  ],
  ['payment', 'awaiting_truelayer', 'shop', 'the shop sends the buyer to the bank'],
  ['payment', 'login', 'chart', 'the buyer goes a step back'],
  ['payment', 'captcha', 'shop', 'the shop wants a captcha before the next card'],
])('%s can be followed by %s, by the %s: %s', (from, to, why) => {
  expect(because(from, to)).toBe(why)
})

it.each([
  ['basket', 'login'],
  ['basket', 'payment'],
  ['donation', 'payment'],
  ['payment', 'donation'],
  ['payment', 'order_completed'],
  ['deliver_tickets', 'basket'],
  ['order_completed', 'basket'],
])('%s cannot be followed by %s', (from, to) => {
  expect(because(from, to)).toBeUndefined()
})
