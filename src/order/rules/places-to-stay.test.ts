import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { placesToStay, type StayConfig } from './places-to-stay.ts'

const venue = {
  full_address: '1 Quay Street, Whitby',
  map_address: 'Quay Street & Pier',
  map_checkin: '2026-12-04',
}
const events = [
  { id: 1, title: 'Lanterns', venue },
  { id: 2, title: 'Stream', venue: [] },
  { id: '3', title: 'Swim', venue: { full_address: 'West Cliff' } },
]
const tickets = [
  { ticket_id: 1, event_id: 1, qty: '2', price: 1 },
  { ticket_id: 2, event_id: '3', qty: 4, price: 1 },
  { ticket_id: 3, event_id: '1', qty: 1, price: 1 },
]
const maps = (config: StayConfig = {}) =>
  placesToStay(checkoutSchema.parse({ events, tickets }), config, 'https://shop.example').map((stay) => ({
    ...stay,
    map: new URL(stay.map),
  }))
const fieldsOf = (map?: URL) => Object.fromEntries(map?.searchParams ?? [])

it('has a map for each event with a full venue address [DONE-22, STAY-01]', () => {
  expect(maps().map(({ title }) => title)).toEqual(['Lanterns', 'Swim'])
})

it("asks for the partner's map of the venue, from the day of the event [STAY-04, STAY-05, STAY-06]", () => {
  const [{ map } = {}] = maps({ address: 'https://www.stay22.com/embed/gm', partnerId: 'our-shop' })
  expect(map?.href).toMatch(/^https:\/\/www\.stay22\.com\/embed\/gm\?/)
  expect(fieldsOf(map)).toMatchObject({
    aid: 'our-shop',
    address: 'Quay Street & Pier',
    checkin: '2026-12-04',
  })
})

it('asks for as many adults as the event has tickets, of all types [STAY-08]', () => {
  expect(maps().map(({ map }) => map.searchParams.get('adults'))).toEqual(['3', '4'])
})

it('sends the configured colours, or our own [STAY-07]', () => {
  expect(fieldsOf(maps()[0]?.map).maincolor).toMatch(/^[0-9a-f]{6}$/)
  const own = fieldsOf(maps({ maincolor: 'ff0000', markercolor: '00ff00' })[0]?.map)
  expect(own).toMatchObject({ maincolor: 'ff0000', markercolor: '00ff00' })
})

it("shows the shop's own map without settings, and uses the full address without others [STAY-05]", () => {
  const { map } = maps()[1] ?? {}
  expect(map?.origin).toBe('https://shop.example')
  expect(fieldsOf(map)).not.toHaveProperty('checkin')
  expect(map?.searchParams.get('address')).toBe('West Cliff')
})
