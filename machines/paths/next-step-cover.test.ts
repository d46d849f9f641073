import { expect, it } from 'vitest'
import { greedyCover } from './greedy-cover.ts'
import { nextStepCover } from './next-step-cover.ts'

const rows = [
  'basket → reserve',
  'captcha → donation',
  'captcha → payment',
  'captcha → login',
  'reserve → captcha',
  'reserve → donation',
  'reserve → payment',
  'reserve → login',
  'donation → gift_aid',
  'donation → login',
  'gift_aid → login',
  'login → marketing_preferences',
  'login → delivery_address',
  'login → ticket_questions_before',
  'login → payment',
  'marketing_preferences → delivery_address',
  'marketing_preferences → ticket_questions_before',
  'marketing_preferences → payment',
  'delivery_address → ticket_questions_before',
  'delivery_address → payment',
  'ticket_questions_before → payment',
  'payment → deliver_tickets',
  'payment → awaiting_truelayer',
  'awaiting_truelayer → deliver_tickets',
  'deliver_tickets → ticket_questions_after',
  'deliver_tickets → waiver',
  'deliver_tickets → after_sale_messages',
  'deliver_tickets → order_completed',
  'ticket_questions_after → waiver',
  'ticket_questions_after → after_sale_messages',
  'ticket_questions_after → order_completed',
  'waiver → after_sale_messages',
  'waiver → order_completed',
  'after_sale_messages → order_completed',
]

it('takes every row of both next-step tables, and nothing else, in few ways [CONT-19..47]', () => {
  const cover = nextStepCover()
  const taken = new Set(cover.flatMap((way) => way.steps.map(({ from, to }) => `${from} → ${to}`)))
  expect([...taken].sort()).toEqual([...rows].sort())
  expect(cover.length).toBeLessThanOrEqual(16)
})

it('begins every way in the basket, each step where the last one ended', () => {
  for (const { steps } of nextStepCover()) {
    const ends = ['basket', ...steps.map(({ to }) => to)]
    expect(steps.map(({ from }) => from)).toEqual(ends.slice(0, -1))
    expect(steps.every(({ events }) => events.length > 0)).toBe(true)
  }
})

it('covers greedily: most for each step first, nothing twice', () => {
  const walks = ['ab', 'abcdef', 'f', 'g']
  expect(
    greedyCover(
      walks,
      (walk) => new Set(walk),
      (walk) => (walk === 'abcdef' ? 2 : 1),
    ),
  ).toEqual(['abcdef', 'g'])
})
