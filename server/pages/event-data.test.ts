import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { checkoutOf, offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

interface Described {
  name: string
  offers: { name: string; price: string; priceCurrency: string; availability: string; url: string }[]
  [field: string]: unknown
}

/** Reads the dates of an event as a search engine does. */
async function describedBy(page: string): Promise<Described[]> {
  const { text } = await (await shop.visitor()).get(page, { Accept: 'text/html' })
  const [, json = 'null'] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
  return JSON.parse(json)?.['@graph'] ?? []
}

/** Puts what an offer links to in a new basket, and returns how much that costs without delivery, and how many there are. */
async function charged(url: string) {
  const visitor = await shop.visitor()
  const { pathname, search } = new URL(url)
  const { text } = await visitor.get(pathname + search, { Accept: 'text/html' })
  const shown = /name="shown"\s+value="([^"]*)"/.exec(text)?.[1] ?? ''
  await visitor.post(pathname + search, { shown })
  const { basket_total, delivery_cost, tickets } = await checkoutOf(visitor)
  return { total: Number(basket_total) - Number(delivery_cost), qty: tickets[0]?.qty }
}

describe('the data of an event for search engines and assistants', () => {
  it(
    'has the prices that its links are charged, fees included, on every page of the demo',
    { timeout: 60_000 },
    async () => {
      const events = await shop.db.selectFrom('events').select('id').orderBy('id').execute()
      const dates = (await Promise.all(events.map(({ id }) => describedBy(`/events/${id}/`)))).flat()
      const open = await shop.db
        .selectFrom('event_dates')
        .innerJoin('events', 'events.id', 'event_dates.event_id')
        .select('event_dates.id')
        .where('seating_plan', 'is', null)
        .where('waiting_room_capacity', 'is', null)
        .execute()
      const ids = open.map(({ id }) => id)
      const sold = dates
        .filter((date) => ids.includes(String(date['@id']).split('#')[1] ?? ''))
        .flatMap((date) => date.offers.map((one) => ({ ...one, opens: date.offers })))
        .filter(({ availability }) => !availability.endsWith('SoldOut'))
      const compared: string[] = []
      for (const { name, price, url } of sold) {
        const { total, qty } = await charged(url)
        // Not yet on sale
        if (qty === undefined) continue
        expect([url, name, (Number(price) * qty).toFixed(2)]).toEqual([url, name, total.toFixed(2)])
        compared.push(name)
      }
      expect(compared.length).toBeGreaterThan(20)
    },
  )

  it('has times, place, organiser, availability and an address that a reader of another site can use', async () => {
    const [friday, saturday] = await describedBy('/events/lantern-evening/')
    const origin = shop.config.origin
    expect(friday).toMatchObject({
      '@type': 'Event',
      '@id': `${origin}/events/lantern-evening/#lantern-evening-friday`,
      name: 'Lantern Evening on the Quay',
      image: [`${origin}/pictures/lantern-evening.svg`],
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place' },
      organizer: { '@type': 'Organization', name: 'Harbour Arts', url: `${origin}/organisers/harbour-arts/` },
    })
    expect(friday?.startDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    // The child's ticket requires an adult's
    expect(friday?.offers).toEqual([
      expect.objectContaining({
        '@type': 'Offer',
        price: '20.00',
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 8 },
        url: `${origin}/buy/?event=lantern-evening&ticket=lantern-evening-friday-adult:1`,
      }),
    ])
    expect(saturday?.offers.map(({ availability }) => availability.split('/').at(-1))).toEqual([
      'LimitedAvailability',
      'InStock',
    ])
  })

  it('keeps the address of a livestream to those who have bought it', async () => {
    const [date] = await describedBy('/events/studio-livestream/')
    expect(date?.location).toEqual({
      '@type': 'VirtualLocation',
      url: `${shop.config.origin}/events/studio-livestream/`,
    })
  })

  it('cannot end its element, whatever an organiser has written [S28]', async () => {
    const title = '</script><script>alert(1)</script><!--'
    const { id } = await offer(shop.db, { event: { title } })
    const { text } = await (await shop.visitor()).get(`/events/${id}/`, { Accept: 'text/html' })
    expect(text).not.toContain('<script>alert')
    expect((await describedBy(`/events/${id}/`))[0]?.name).toBe(title)
  })
})
