import { expect, it } from 'vitest'

import { judgeTransition } from './transition.ts'

const call = (begunAt: number, endedAt: number, path = '/ajax/checkout/checkout/reserve_tickets/') => ({
  path,
  begunAt,
  endedAt,
})
const login = { state: 'login', shownAt: 1_900, usableAt: 2_000 } as const

it('counts the time from the end of the call until the step can be used, without the pause before the call', () => {
  expect(judgeTransition(login, 1_000, [call(1_300, 1_860)])).toEqual({ beside: 140, others: [] })
})

it('counts the time between two calls too, and overlapping calls once', () => {
  const requests = [call(1_300, 1_500), call(1_600, 1_900), call(1_650, 1_800)]
  expect(judgeTransition(login, 1_000, requests).beside).toBe(200)
})

it("lists what is fetched besides the step's own calls, without the report of the step", () => {
  const requests = [
    call(900, 950, '/assets/before.js'),
    call(1_300, 1_500),
    call(1_500, 1_900, '/assets/login.js'),
    call(1_900, 2_400, '/ajax/checkout/checkout/update_basket_state/'),
  ]
  expect(judgeTransition(login, 1_000, requests)).toEqual({ beside: 500, others: ['/assets/login.js'] })
})

it('counts from the press if there is no call', () => {
  expect(judgeTransition(login, 1_000, []).beside).toBe(1_000)
})
