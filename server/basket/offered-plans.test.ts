import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ukDate } from '#server/catalogue/dates.ts'

import { offeredPlans } from './offered-plans.ts'
import type { Basket, OrganiserRow, Sale, TicketRow } from './read-basket.ts'
import { totalsOf } from './totals.ts'

const eachMonth = Array.from({ length: 12 }, (_, index) => index + 1)

interface Line {
  price: number
  booking_fee?: number
  qty?: number
  plan_months?: number[]
  starts_at?: Date
}

/** A basket of these tickets. Rows hold only the columns that totals and plans read. */
function basketOf(lines: Line[], now: Date, provider: OrganiserRow['provider'] = 'stripe'): Basket {
  return {
    sale: { currency: 'GBP' } as Sale,
    isFrozen: true,
    secondsRemaining: 600,
    now,
    tickets: lines.map(
      (line, index) =>
        ({
          booking_fee: 0,
          qty: 1,
          plan_months: [],
          starts_at: new Date('2100-01-01'),
          delivery_cost: 0,
          ...line,
          organiser_id: 'one',
          ticket_type_id: `t${index}`,
        }) as unknown as TicketRow,
    ),
    vouchers: [],
    organisers: [{ id: 'one', provider, refund_protection_cost_basis_points: 0 } as OrganiserRow],
    discount: null,
    appliedVouchers: [],
    charity: null,
    isPaying: false,
    hasOpenInstalments: false,
    events: [],
    upcoming: [],
  }
}

const plansOf = (basket: Basket) => offeredPlans(basket, totalsOf(basket))

const anyLine = fc.record({
  price: fc.integer({ min: 1, max: 100_000 }),
  booking_fee: fc.integer({ min: 0, max: 2_000 }),
  qty: fc.integer({ min: 1, max: 6 }),
})
const anyTime = fc.date({
  min: new Date('2024-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
})

it('adds up to the total for every number of months and any amounts, and 1 is never offered [INST-04, ENTI-11, ENTI-31] [C23]', () => {
  let schedules = 0
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 3 }),
      fc.array(anyLine, { maxLength: 2 }),
      anyTime,
      (planned, full, now) => {
        const lines = [...planned.map((line) => ({ ...line, plan_months: eachMonth })), ...full]
        const basket = basketOf(lines, now)
        const { total } = totalsOf(basket)
        for (const { months, schedule } of plansOf(basket)) {
          schedules++
          const amounts = schedule.map(({ amount }) => amount)
          expect(months).toBeGreaterThan(1)
          expect(amounts).toHaveLength(months)
          expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total)
          expect(amounts.every((amount) => Number.isInteger(amount) && amount >= 50)).toBe(true)
          // Only the first one may differ: it has the rest, the fees and the tickets paid in full.
          expect(new Set(amounts.slice(1)).size).toBe(1)
          expect(amounts[0]).toBeGreaterThanOrEqual(amounts[1] ?? 0)
        }
      },
    ),
    { numRuns: 1_200 },
  )
  expect(schedules).toBeGreaterThan(12_000)
})

it('pays fees and tickets that are not on the plan today', () => {
  const basket = basketOf(
    [
      { price: 9001, booking_fee: 250, plan_months: [3] },
      { price: 2000, booking_fee: 100, qty: 2 },
    ],
    new Date('2026-05-05T12:00Z'),
  )
  const [plan] = plansOf(basket)
  expect(plan?.schedule.map(({ amount }) => amount)).toEqual([3001 + 250 + 4000 + 200, 3000, 3000])
})

describe('the dates of the instalments', () => {
  const dates = (now: string, months = 4) => {
    const basket = basketOf([{ price: 9000, plan_months: [months] }], new Date(now))
    return plansOf(basket)[0]?.schedule.map(({ due }) => ukDate(due))
  }

  it.each([
    [
      'the last day of a shorter month',
      '2027-01-31T12:00Z',
      ['31/01/2027', '28/02/2027', '31/03/2027', '30/04/2027'],
    ],
    [
      '29 February in a leap year',
      '2028-01-30T12:00Z',
      ['30/01/2028', '29/02/2028', '30/03/2028', '30/04/2028'],
    ],
    ['the next year', '2026-11-30T12:00Z', ['30/11/2026', '30/12/2026', '30/01/2027', '28/02/2027']],
    [
      'the same day when the clocks go forward',
      '2027-01-31T23:30Z',
      ['31/01/2027', '28/02/2027', '31/03/2027', '30/04/2027'],
    ],
    [
      'the same day when the clocks go back',
      '2026-08-31T23:30Z',
      ['01/09/2026', '01/10/2026', '01/11/2026', '01/12/2026'],
    ],
  ])('are %s', (_, now, expected) => {
    expect(dates(now)).toEqual(expected)
  })

  it('are one a month, in order, on one day of the month or its last day', () => {
    fc.assert(
      fc.property(anyTime, (now) => {
        const basket = basketOf([{ price: 90_000, plan_months: [12] }], now)
        const shown = plansOf(basket)[0]?.schedule.map(({ due }) => ukDate(due).split('/').map(Number)) ?? []
        const [first = []] = shown
        const day = first[0] ?? 0
        for (const [index, [d = 0, m = 0, y = 0]] of shown.entries()) {
          expect((y - (first[2] ?? 0)) * 12 + m - (first[1] ?? 0)).toBe(index)
          expect(d).toBe(Math.min(day, new Date(Date.UTC(y, m, 0)).getUTCDate()))
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a plan is offered', () => {
  const now = new Date('2026-05-05T12:00Z')
  const months = (lines: Line[], provider?: OrganiserRow['provider']) =>
    plansOf(basketOf(lines, now, provider)).map((plan) => plan.months)

  it('only if its last payment comes before the first event', () => {
    const starting = (starts_at: string) =>
      months([{ price: 9000, plan_months: [2, 3], starts_at: new Date(starts_at) }])
    expect(starting('2026-07-05T12:00Z')).toEqual([2, 3])
    expect(starting('2026-07-05T08:00Z')).toEqual([2])
    expect(starting('2026-06-05T08:00Z')).toEqual([])
  })

  it('only if all its tickets allow it, with the fewest months first', () => {
    expect(
      months([
        { price: 9000, plan_months: [6, 3, 2] },
        { price: 9000, plan_months: [6, 2, 1] },
        { price: 100 },
      ]),
    ).toEqual([2, 6])
  })

  it('only if every instalment is large enough to be charged', () => {
    expect(months([{ price: 150, plan_months: [2, 3, 4] }])).toEqual([2, 3])
  })

  it.each([
    ['stripe', [3]],
    ['', [3]],
    ['square', []],
  ] as const)('by an organiser with the provider "%s": %j', (provider, expected) => {
    expect(months([{ price: 9000, plan_months: [3] }], provider)).toEqual(expected)
  })
})
