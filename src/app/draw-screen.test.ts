import { expect, it } from 'vitest'
import type { Drawn } from './draw-screen.tsx'
import { drawPage } from './draw.ts'

const place = { settings: '{}', origin: 'https://shop.example' }

/** Draws the sign-in step of a guest whose order costs this. */
async function drawOrder(basket_total: string): Promise<string> {
  const checkout = { state: 'login', seconds_remaining: 600, basket_total, tickets: [], gift_vouchers: [] }
  return new TextDecoder().decode(await drawPage(place, 'checkout', { user: { user: null }, checkout }))
}

it('draws each of two baskets at once with its own total, by one chart', async () => {
  const [first, second] = await Promise.all([drawOrder('11.00'), drawOrder('22.00')])
  expect(first).toContain('11.00')
  expect(first).not.toContain('22.00')
  expect(second).toContain('22.00')
  expect(second).not.toContain('11.00')
})

const seating = {
  eventDateId: 'friday',
  user: { user: null } as object,
  eventDate: {
    event_date: {
      id: 'friday',
      nice_date: 'Friday 4 December, 7.30pm',
      event: { id: 'tempest', title: 'The Tempest & more', venue_name: 'Old Harbour Theatre' },
      pricing: [
        {
          category: 'a',
          ticketTypes: [{ ticketType: '31', label: 'Adult', price: '45.00', booking_fee: '3.00' }],
        },
        { category: 'b', ticketTypes: [{ ticketType: '33', label: 'Balcony', price: '25.00' }] },
      ],
    },
  },
  seatingPlan: {
    seating_plan_layout: {
      seating_plan_provider: { provider: 'seatsio', public_key: 'public-key_1', region: 'eu' },
    },
    seating_plan_event: { id: 'tempest', provider_identifier: 'tempest-fri' },
  },
}

async function drawSeats(changes: Partial<typeof seating> = {}): Promise<Drawn> {
  const drawn = await drawPage(place, 'seats', { ...seating, ...changes })
  return JSON.parse(new TextDecoder().decode(drawn)) as Drawn
}

it('draws event, date, venue, prices and the ways to choose of the seats screen, before the seating plan is there', async () => {
  const { html, title, scripts } = await drawSeats()
  const words = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(html).toContain('data-substate="loading_script"')
  expect(words).toContain('The Tempest &amp; more Friday 4 December, 7.30pm Old Harbour Theatre')
  expect(words).toContain('Adult £48 £45 + £3 fee Balcony £25')
  expect(words).toContain('Find the best seats')
  expect(words).toContain('Choose from a list')
  expect(title).toBe('The Tempest &amp; more - Foyer')
  expect(scripts).toEqual(['seats'])
})

it('draws the seats screen in the appearance that its user has chosen [DARK-01, DARK-02]', async () => {
  const user = (is_dark_mode: boolean) => ({ user: { id: 7, email: 'ada@example.org', is_dark_mode } })
  expect((await drawSeats({ user: user(true) })).isDark).toBe(true)
  expect((await drawSeats({ user: user(false) })).isDark).toBe(false)
})

it('says on the drawn seats screen that there are none to choose, if the plan is of a provider that is not known', async () => {
  const provider = { provider: 'another', public_key: 'key', region: 'eu' }
  const { html } = await drawSeats({
    seatingPlan: {
      ...seating.seatingPlan,
      seating_plan_layout: { seating_plan_provider: provider },
    },
  })
  expect(html).toContain('data-substate="not_offered"')
  expect(html).toContain('Seats for this date cannot be chosen here.')
})

it('draws no seats screen of replies that cannot be read', async () => {
  await expect(drawSeats({ eventDate: 'nothing' as never })).rejects.toThrow('the replies lead to no screen')
})
