import { describe, expect, it } from 'vitest'
import { chosenSeat as sample } from '#machines/testing/samples.ts'
import type { SeatPrice } from '#src/seats/schemas.ts'
import { seatSections } from './free-seats.ts'
import {
  basketPost,
  brokenRules,
  planKeys,
  planPricing,
  planScript,
  chosenSeat,
  newSeats,
  seatingOf,
  seatName,
  seatTotal,
} from './seats.ts'

const price = (ticketType: string, pounds: number, category = ''): SeatPrice => ({
  ticketType,
  price: pounds * 100,
  booking_fee: 0,
  category,
  label: '',
})

describe('a seat', () => {
  it('is named by section, row and number, without those it does not have [SEAT-03]', () => {
    expect(seatName({ section: 'Stalls', row: 'C', number: '12' })).toBe('Stalls-C-12')
    expect(seatName({ section: '', row: 'C', number: '12' })).toBe('C-12')
  })

  it('reads section, row and number from the labels of the seating plan [SEAT-34, ENTI-42]', () => {
    const labels = { section: 'Circle', parent: 'AA', own: '7' }
    const object = { label: 'Circle-AA-7', labels, category: { key: 2, label: 'Circle' } }
    expect(chosenSeat(object, [price('9', 25, '2')])).toMatchObject({
      label: 'Circle-AA-7',
      section: 'Circle',
      row: 'AA',
      number: '7',
      category: '2',
      ticketType: '9',
      price: 2_500,
    })
  })

  it('has the price of its ticket type, found by key or label of the category [ENTI-43]', () => {
    const object = {
      label: 'A-1',
      labels: { own: '1', parent: 'A' },
      category: { key: 'k', label: 'Stalls' },
    }
    const prices = [price('child', 10, 'Stalls'), price('adult', 20, 'k'), price('adult', 99, 'Circle')]
    expect(chosenSeat(object, prices, 'adult')).toMatchObject({ ticketType: 'adult', price: 2_000 })
    expect(chosenSeat(object, prices)).toMatchObject({ ticketType: 'child', price: 1_000 })
    expect(chosenSeat(object, [price('adult', 99, 'Circle')])).toBeNull()
  })

  it('tells what is special about it', () => {
    const object = {
      label: 'A-1',
      labels: { own: '1' },
      accessible: true,
      companionSeat: true,
      restrictedView: true,
      limitedLegroom: true,
    }
    expect(chosenSeat(object, [price('a', 1)])?.notes).toEqual([
      'Step-free wheelchair space',
      'Companion seat',
      'Restricted view',
      'Limited legroom',
    ])
  })
})

it('totals the seats, and leaves out those in the basket [SEAT-06]', () => {
  const seats = [sample, { ...sample, price: 50 }, { ...sample, isInBasket: true }]
  expect(seatTotal(newSeats(seats))).toBe(4_550)
})

describe('the request', () => {
  const of = { eventId: '5', eventDateId: '9', holdToken: 'h' }

  it('has an entry for each ticket type with the number of its seats [SEAT-27, SEAT-28, SEAT-29, SEAT-32, SEAT-33]', () => {
    const other = { ...sample, ticketType: '32', number: '13' }
    expect(basketPost(of, [sample, other, { ...sample, number: '14' }])).toEqual({
      parent_event_id: null,
      ticket: {
        '31': {
          ticket: '5|9|31|0',
          vz_id: null,
          has_offer: false,
          qty: 2,
          seats: [
            { section: 'Stalls', row: 'C', number: '12', hold_token: 'h' },
            { section: 'Stalls', row: 'C', number: '14', hold_token: 'h' },
          ],
        },
        '32': {
          ticket: '5|9|32|0',
          vz_id: null,
          has_offer: false,
          qty: 1,
          seats: [{ section: 'Stalls', row: 'C', number: '13', hold_token: 'h' }],
        },
      },
    })
  })
})

describe('the pricing of the seating plan', () => {
  it('lists the ticket types of each category, in pounds [OPEN-92]', () => {
    const { prices } = planPricing([price('a', 45.5, 's'), price('b', 20, 's'), price('c', 30, 'k')])
    expect(prices).toEqual([
      {
        category: 's',
        ticketTypes: [
          { ticketType: 'a', label: 'a', price: 45.5 },
          { ticketType: 'b', label: 'b', price: 20 },
        ],
      },
      { category: 'k', ticketTypes: [{ ticketType: 'c', label: 'c', price: 30 }] },
    ])
  })

  it('applies prices without a category to all categories of the hall [OPEN-92]', () => {
    expect(planPricing([price('a', 45)]).prices).toEqual([])
    const both = planPricing([price('a', 45)], ['s', 'k']).prices
    expect(both.map(({ category }) => category)).toEqual(['s', 'k'])
    expect(both[0]?.ticketTypes).toEqual([{ ticketType: 'a', label: 'a', price: 45 }])
  })

  it('has the fees inside, and tells the plan how much of a price they are [SEAT-19, SEAT-20]', () => {
    const { allFeesIncluded, prices, priceFormatter } = planPricing([
      { ...price('a', 64.5, 's'), booking_fee: 350 },
    ])
    expect(allFeesIncluded).toBe(true)
    expect(prices[0]?.ticketTypes).toEqual([{ ticketType: 'a', label: 'a', price: 68, fee: 3.5 }])
    expect([68, 3.5].map(priceFormatter)).toEqual(['£68', '£3.50'])
  })
})

describe('the rules of the hall', () => {
  it('are explained when they are broken [SEAT-15, SEAT-16]', () => {
    expect(brokenRules([])).toBe('')
    expect(brokenRules(['noOrphanSeats'])).toMatch(/single seat empty/)
    expect(brokenRules(['consecutiveSeats'])).toMatch(/next to each other/)
    expect(brokenRules(['consecutiveSeats', 'noOrphanSeats'])).toMatch(/next to each other.*single seat/)
    expect(brokenRules(['somethingNew'])).toMatch(/cannot be booked together/)
  })
})

describe('the keys of the seating plan', () => {
  const provider = { provider: 'seatsio', public_key: 'a-b_1', region: 'EU' }

  it('name the region and the public key [SEAT-22, SEAT-23]', () => {
    expect(planKeys(provider, 'e')).toEqual({ region: 'eu', publicKey: 'a-b_1', event: 'e' })
  })

  it.each([
    { provider: 'other' },
    { region: 'eu.evil.example/' },
    { region: '' },
    { public_key: '' },
    { public_key: 'a b' },
    { public_key: '../x' },
  ])('are refused if malformed: %o [SEAT-26]', (change) => {
    expect(planKeys({ ...provider, ...change }, 'e')).toBeNull()
  })

  it('are refused without an event', () => expect(planKeys(provider, '')).toBeNull())

  it('lead to the script of the region, unless the shop has its own [SEAT-21]', () => {
    const keys = { region: 'oc', publicKey: 'k', event: 'e' } as const
    expect(planScript(keys, '')).toBe('https://cdn-oc.seatsio.net/chart.js')
    expect(planScript(keys, '/own.js')).toBe('/own.js')
  })
})

it('takes the event from whichever reply names it [SEAT-24, ENTI-38, ENTI-40]', () => {
  const event = (id: string, provider_identifier: string) => ({
    id,
    provider_identifier,
    title: '',
    venue_name: '',
  })
  const plan = {
    seating_plan_layout: { seating_plan_provider: { provider: 'seatsio', public_key: 'k', region: 'eu' } },
    seating_plan_event: null,
  }
  const date = { event_date: { id: '', event: null, pricing: [], nice_date: '' }, event: event('5', 'ev') }
  expect(seatingOf('9', date, plan)).toMatchObject({ eventId: '5', eventDateId: '9', event: 'ev' })
  const ofPlan = { ...plan, seating_plan_event: event('6', 'of-plan') }
  expect(seatingOf('9', date, ofPlan)).toMatchObject({ eventId: '5', event: 'of-plan' })
})

it('lists sections and rows in order, with the chosen seats among the free ones', () => {
  const free = (section: string, row: string, number: string) => ({
    label: `${section}-${row}-${number}`,
    section,
    row,
    number,
    category: 's',
    accessible: false,
    companion_seat: false,
    restricted_view: section === 'Box',
    limited_legroom: false,
  })
  const sections = seatSections(
    [free('Stalls', 'C', '9'), free('Stalls', 'B', '10'), free('Box', '1', '2')],
    [sample],
  )
  expect(
    sections.map(({ section, rows }) => [
      section,
      rows.map(({ row, seats }) => [row, seats.map(({ number }) => number)]),
    ]),
  ).toEqual([
    ['Box', [['1', ['2']]]],
    [
      'Stalls',
      [
        ['B', ['10']],
        ['C', ['9', '12']],
      ],
    ],
  ])
  expect(sections[0]?.rows[0]?.seats[0]?.notes).toEqual(['Restricted view'])
})
