import { describe, expect, it } from 'vitest'

import { neighbourOf } from './neighbours.ts'
import { readPlan, type PlanSeat } from './plan.ts'
import { priceRange, readPricing } from './pricing.ts'
import { violationsOf } from './validators.ts'
import { fit, toHall, toScreen, zoom } from './view.ts'

const categories = [
  { key: 'a', label: 'Band A', color: '#123456' },
  { key: 'b', label: 'Band B', color: '#654321' },
]

/** A hall of rows such as "aaa bb": letters are seats by category, spaces are aisles. */
function hall(...rows: string[]) {
  return readPlan({
    categories,
    stage: [],
    runs: rows.flatMap((row, index) => {
      let number = 0
      return [...row.matchAll(/[ab]+/g)].map(({ 0: run, index: start }) => ({
        section: 'S',
        row: 'ABC'[index] ?? '',
        seats: [...run].map((letter, place): [string, number, number, number, number] => [
          String(++number),
          (start + place) * 24,
          index * 30,
          letter === 'a' ? 0 : 1,
          0,
        ]),
      }))
    }),
  })
}

/** The rules that a selection breaks; `taken` seats belong to others. */
function violations(rows: string[], selected: string[], taken: string[] = [], mode?: 'strict') {
  const plan = hall(...rows)
  const seats = selected.flatMap((label) => plan.byLabel.get(label) ?? [])
  return violationsOf(
    [{ type: 'noOrphanSeats', ...(mode && { mode }) }, { type: 'consecutiveSeats' }],
    plan,
    seats,
    {
      isSelected: (seat) => seats.includes(seat),
      isFree: (seat) => !seats.includes(seat) && !taken.includes(seat.label),
    },
  )
}

describe('a selection of the simulated seating plan', () => {
  it.each<[what: string, rows: string[], selected: string[], taken: string[], broken: string[]]>([
    ['is valid if it is empty', ['aaaa'], [], [], []],
    ['is valid side by side', ['aaaa'], ['S-A-1', 'S-A-2'], [], []],
    ['may not leave a single seat at the edge', ['aaaa aaa'], ['S-A-2', 'S-A-3'], [], ['noOrphanSeats']],
    ['may not leave a single seat beside a taken one', ['aaaaaa'], ['S-A-1'], ['S-A-3'], ['noOrphanSeats']],
    ['may leave one if there is no other way', ['aaa'], ['S-A-1', 'S-A-2'], [], []],
    ['may not have a gap', ['aaaaaa'], ['S-A-1', 'S-A-6'], [], ['consecutiveSeats']],
    ['may not go across an aisle', ['aa aa'], ['S-A-2', 'S-A-3'], [], ['noOrphanSeats', 'consecutiveSeats']],
    ['may not be of two categories', ['aabb'], ['S-A-2', 'S-A-3'], [], ['noOrphanSeats', 'consecutiveSeats']],
    ['may not be of two rows', ['aa', 'aa'], ['S-A-1', 'S-A-2', 'S-B-1', 'S-B-2'], [], ['consecutiveSeats']],
  ])('%s', (_, rows, selected, taken, broken) => {
    expect(violations(rows, selected, taken)).toEqual(broken)
  })

  it('never leaves a single seat if the rule is strict', () => {
    expect(violations(['aaa'], ['S-A-1', 'S-A-2'], [], 'strict')).toEqual(['noOrphanSeats'])
  })
})

describe('the pricing of the simulated seating plan', () => {
  const seat = (label: string, index: number) => ({
    label,
    category: categories[index] as PlanSeat['category'],
  })

  it('is read by object, by key and by label of a category, in every documented form', () => {
    const pounds = (price: number) => `£${price}`
    const priceOf = readPricing(
      {
        prices: [
          { category: 'a', price: 30 },
          {
            category: 'Band B',
            ticketTypes: [
              { ticketType: 'adult', price: 20, label: 'Adult' },
              { ticketType: 'child', price: 10 },
            ],
          },
          { objects: ['S-A-9'], price: 99 },
        ],
        priceFormatter: pounds,
      },
      undefined,
    )
    expect(priceOf(seat('S-A-1', 0))).toEqual({
      hasTypes: false,
      areFeesIncluded: false,
      format: pounds,
      types: [{ ticketType: '', price: 30, formattedPrice: '£30' }],
    })
    const both = priceOf(seat('S-A-2', 1))
    expect(both?.types.map(({ ticketType, formattedPrice }) => [ticketType, formattedPrice])).toEqual([
      ['adult', '£20'],
      ['child', '£10'],
    ])
    expect(both && priceRange(both)).toBe('£10–£20')
    expect(priceOf(seat('S-A-9', 1))?.types[0]?.price).toBe(99)
  })

  it.each([
    ['one fee on top', false, [1.5, 1.5], '£10–£20 + £1.5 fee', ['£10 + £1.5 fee', '£20 + £1.5 fee']],
    ['different fees on top', false, [1, 2], '£10–£20 + fee', ['£10 + £1 fee', '£20 + £2 fee']],
    [
      'one fee in it',
      true,
      [1.5, 1.5],
      '£10–£20 incl. £1.5 fee',
      ['£10 incl. £1.5 fee', '£20 incl. £1.5 fee'],
    ],
    ['different fees in it', true, [1, 2], '£10–£20 incl. fees', ['£10 incl. £1 fee', '£20 incl. £2 fee']],
    ['no fee in it', true, [0, 0], '£10–£20', ['£10', '£20']],
  ])('is told with %s', (_, allFeesIncluded, fees, range, each) => {
    const ticketTypes = fees.map((fee, index) => {
      const price = 10 * (index + 1)
      return { ticketType: `t${price}`, price, fee }
    })
    const pricing = {
      prices: [{ category: 'a', ticketTypes }],
      priceFormatter: (price: number) => `£${price}`,
      allFeesIncluded,
    }
    const prices = readPricing(pricing, undefined)(seat('S-A-1', 0))!
    expect(priceRange(prices)).toBe(range)
    expect(prices.types.map((type) => priceRange({ ...prices, types: [type] }))).toEqual(each)
  })

  it('is read from a list with a formatter beside it, and may be missing', () => {
    const priceOf = readPricing([{ category: 'a', price: 30 }], (price) => `${price} pounds`)
    expect(priceOf(seat('S-A-1', 0))?.types[0]?.formattedPrice).toBe('30 pounds')
    expect(priceOf(seat('S-A-1', 1))).toBeNull()
    expect(readPricing(undefined, undefined)(seat('S-A-1', 0))).toBeNull()
  })
})

it('arrow keys move along a row, over an aisle, and to the next row', () => {
  const { seats, byLabel } = hall('aa aa', 'aa aa')
  const from = (label: string, key: string) => neighbourOf(seats, byLabel.get(label) as PlanSeat, key)?.label
  expect(from('S-A-1', 'ArrowRight')).toBe('S-A-2')
  expect(from('S-A-2', 'ArrowRight')).toBe('S-A-3')
  expect(from('S-A-3', 'ArrowDown')).toBe('S-B-3')
  expect(from('S-B-2', 'ArrowUp')).toBe('S-A-2')
  expect(from('S-A-1', 'ArrowLeft')).toBeUndefined()
  expect(from('S-A-1', 'Home')).toBeUndefined()
})

it('zooming keeps the place under the pointer, the hall in sight, and its limits', () => {
  const size = { width: 800, height: 600 }
  const box = { left: -500, top: -400, right: 500, bottom: 400 }
  const whole = fit(box, size)
  const pointer = { x: 300, y: 250 }
  const place = toHall(whole, pointer)
  const nearer = zoom(whole, 1.5, pointer, whole, box, size)
  const { x, y } = toScreen(nearer, place)
  expect([x, y].map(Math.round)).toEqual([300, 250])
  expect(zoom(nearer, 0.01, pointer, whole, box, size)).toEqual(whole)
  const nearest = zoom(whole, 1000, { x: 0, y: 0 }, whole, box, size)
  expect(nearest.scale * 24).toBeCloseTo(56)
  expect(toScreen(nearest, { x: -500, y: -400 }).x).toBeLessThanOrEqual(28)
})
