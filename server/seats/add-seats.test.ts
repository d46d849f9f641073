import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import {
  addSeats,
  choose,
  cutSeats,
  pair,
  seatedOffer,
  seatedVisitor,
  seatsEntry,
  seatsOf,
  statusOf,
  tell,
  unreachable,
} from '#server/testing/seats.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterEach(() => {
  shop.answer = null
  vi.restoreAllMocks()
})
afterAll(() => shop.close())

const date = '/ajax/organiser/event_dates'

/** Moves the clock by which the shop keeps a list of free seats; to a whole millisecond, so that no sum is rounded down. */
function passSeconds(seconds: number) {
  const later = Math.ceil(performance.now() + seconds * 1_000)
  vi.spyOn(performance, 'now').mockImplementation(() => later)
}

describe('the calls of the seat selection screen', () => {
  it('describe the date, its event and its prices by category of the hall [CALL-41, ENTI-38, ENTI-43]', async () => {
    const { id } = await seatedOffer(shop, {
      event: { title: 'The Tempest', venue_name: 'Harbour Theatre' },
      date: { starts_at: '2099-06-05T18:30:00Z' },
      tickets: {
        premium: { name: 'Premium', price: 4500, booking_fee: 150, seat_category: 'premium', position: 1 },
        child: { name: 'Premium, child', price: 2000, seat_category: 'premium', position: 2 },
        back: {
          name: 'Back',
          price: 1500,
          booking_fee: 100,
          absorb_fee: true,
          seat_category: 'band-c',
          position: 3,
        },
      },
    })
    const event = { id, provider_identifier: id, title: 'The Tempest', venue_name: 'Harbour Theatre' }
    expect((await (await shop.visitor()).get(`${date}/get_event_date/${id}/`)).json).toEqual({
      event_date: {
        id,
        nice_date: expect.stringContaining('5 Jun 2099') as string,
        event,
        pricing: [
          {
            category: 'premium',
            ticketTypes: [
              { ticketType: 'premium', label: 'Premium', price: '45.00', booking_fee: '1.50' },
              { ticketType: 'child', label: 'Premium, child', price: '20.00', booking_fee: '0.00' },
            ],
          },
          {
            category: 'band-c',
            ticketTypes: [{ ticketType: 'back', label: 'Back', price: '15.00', booking_fee: '1.00' }],
          },
        ],
      },
      event,
    })
  })

  it('tell of each seat what the basket then charges for it, also if its fee is absorbed', async () => {
    const event = await seatedOffer(shop, {
      tickets: { adult: { price: 1500, booking_fee: 100, absorb_fee: true } },
    })
    const visitor = await seatedVisitor(shop, event, pair)
    const { json } = await visitor.get(`${date}/get_event_date/${event.id}/`)
    const [{ price, booking_fee }] = json.event_date.pricing[0].ticketTypes
    expect((await checkoutOf(visitor)).basket_total).toBe(
      (pair.length * (Number(price) + Number(booking_fee))).toFixed(2),
    )
  })

  it('name the seating provider with its public key and region, and never the secret key [CALL-42, ENTI-39, ENTI-40, SEAT-26, ROLE-15]', async () => {
    const { id } = await seatedOffer(shop)
    const reply = await (await shop.visitor()).get(`${date}/get_current_seating_plan/${id}/`)
    expect(reply.json).toEqual({
      seating_plan_layout: {
        seating_plan_provider: {
          provider: 'seatsio',
          public_key: '00000000-0000-4000-8000-0000005ea751',
          region: 'eu',
        },
      },
      seating_plan_event: { id, provider_identifier: id },
    })
    expect(reply.text).not.toContain('secret')
  })

  it('list the free seats with what a buyer must know before choosing', async () => {
    const event = await seatedOffer(shop)
    const visitor = await shop.visitor()
    const free = async () =>
      (await visitor.get(`${date}/get_free_seats/${event.id}/`)).json.seats as { label: string }[]
    const before = await free()
    await choose(shop, event, pair)
    await seatsOf(shop).book(event.id, ['Stalls-C-10'], null, 'order')
    const gone = [...pair, 'Stalls-C-10']
    passSeconds(2)
    const after = await free()
    expect(before.map(({ label }) => label)).toEqual(expect.arrayContaining(gone))
    expect(after).toHaveLength(before.length - gone.length)
    const found = (label: string) => after.find((seat) => seat.label === label)
    const place = { section: 'Stalls', row: 'P', number: '1', category: expect.any(String) as string }
    expect(found('Stalls-P-1')).toEqual({
      ...place,
      label: 'Stalls-P-1',
      accessible: true,
      companion_seat: false,
      restricted_view: false,
    })
    expect(found('Stalls-P-2')).toMatchObject({ companion_seat: true })
    expect(found('Stalls-A-1')).toMatchObject({ restricted_view: true })
  })

  it('say of a chosen seat that its view is restricted, as long as it is in the basket', async () => {
    const event = await seatedOffer(shop)
    const visitor = await seatedVisitor(shop, event, ['Stalls-A-1', 'Stalls-A-2'])
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({
      seats: ['Stalls-A-1', 'Stalls-A-2'],
      restricted_seats: ['Stalls-A-1'],
    })
  })

  it('say so if the seating provider does not answer', async () => {
    const event = await seatedOffer(shop)
    const visitor = await shop.visitor()
    cutSeats(shop)
    expect(await visitor.get(`${date}/get_free_seats/${event.id}/`)).toMatchObject({
      status: 503,
      json: { message: 'The seating plan is not available at the moment. Please try again' },
    })
  })

  it('ask the provider once for the free seats, however many pages ask within two seconds', async () => {
    // Time stands still, however long a busy machine takes.
    passSeconds(0)
    const event = await seatedOffer(shop)
    const visitor = await shop.visitor()
    let asked = 0
    shop.answer = async (request) => {
      if (request.url.includes('/reports/events/')) asked += 1
      return shop.app.request(request)
    }
    const free = () => visitor.get(`${date}/get_free_seats/${event.id}/`)
    const replies = await Promise.all(Array.from({ length: 40 }, free))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toBe(1)
    await free()
    expect(asked).toBe(1)
    passSeconds(2)
    await free()
    expect(asked).toBe(2)
    // A failure answers nobody else.
    passSeconds(2)
    cutSeats(shop)
    expect((await free()).status).toBe(503)
    shop.answer = null
    expect((await free()).status).toBe(200)
  })

  it('lists no seat that anybody has in a basket by now, not even from a list of a second ago [C5]', async () => {
    const event = await seatedOffer(shop)
    const visitor = await shop.visitor()
    const free = async () =>
      ((await visitor.get(`${date}/get_free_seats/${event.id}/`)).json.seats as { label: string }[]).map(
        ({ label }) => label,
      )
    const before = await free()
    passSeconds(1)
    await seatedVisitor(shop, event, pair)
    expect(before).toEqual(expect.arrayContaining(pair))
    expect(await free()).toEqual(before.filter((label) => !pair.includes(label)))
  })

  it.each<[what: string, status: number, message: string, changes: Parameters<typeof seatedOffer>[1]]>([
    ['is not published', 404, 'There is no such date', { date: { published: false } }],
    ['belongs to an unpublished event', 404, 'There is no such date', { event: { published: false } }],
    ['is over', 409, 'This date is over', { date: { starts_at: new Date(0) } }],
    ['has no seating plan', 409, 'This date has no seating plan', { date: { seating_plan: null } }],
    [
      'is not on sale yet',
      409,
      'Tickets for this date are not on sale at the moment',
      { date: { sale_opens_at: new Date(Date.now() + 1e9) } },
    ],
  ])('say why nothing can be chosen if the date %s', async (_, status, message, changes) => {
    const { id } = await seatedOffer(shop, changes)
    const visitor = await shop.visitor()
    for (const name of ['get_event_date', 'get_current_seating_plan'])
      expect(await visitor.get(`${date}/${name}/${id}/`)).toMatchObject({ status, json: { message } })
  })

  it('reply 404 to an unknown date', async () => {
    const reply = await (await shop.visitor()).get(`${date}/get_event_date/no-such-date/`)
    expect(reply).toMatchObject({ status: 404, json: { message: 'There is no such date' } })
  })
})

describe('adding seats', () => {
  it('names each seat in the basket and keeps it from others [CALL-40, SEAT-33, SEAT-34, ENTI-13]', async () => {
    const event = await seatedOffer(shop)
    const token = await choose(shop, event, pair)
    const visitor = await shop.visitor()
    const reply = await addSeats(visitor, seatsEntry(event, pair, token))
    expect(reply).toMatchObject({ status: 200, json: { redirect: '/checkout/' } })
    const { tickets } = await checkoutOf(visitor)
    expect(tickets).toHaveLength(1)
    expect(tickets[0]).toMatchObject({
      ticket_name: 'Adult',
      qty: 2,
      seats: pair,
      can_update_quantity: false,
    })
    // The shop has them now, not the seating plan, whose token may end or release them.
    expect(await statusOf(shop, event, pair)).toEqual(['held', 'held'])
    await expect(seatsOf(shop).release(event.id, pair, token)).rejects.toThrow()
  })

  it('takes seats of several ticket types at once [SEAT-28, SEAT-29]', async () => {
    const event = await seatedOffer(shop)
    const labels = [...pair, 'Boxes-A-1']
    const token = await choose(shop, event, labels)
    const visitor = await visitorWith(
      shop,
      seatsEntry(event, pair, token, 'adult'),
      seatsEntry(event, ['Boxes-A-1'], token, 'child'),
    )
    const { tickets, basket_total } = await checkoutOf(visitor)
    expect(
      tickets.map(({ ticket_name, seats }: { ticket_name: string; seats: string[] }) => [ticket_name, seats]),
    ).toEqual([
      ['Adult', pair],
      ['Child', ['Boxes-A-1']],
    ])
    expect(basket_total).toBe('25.00')
  })

  it('is idempotent, and leaves a reservation alone when it is repeated', async () => {
    const event = await seatedOffer(shop)
    const entry = seatsEntry(event, pair, await choose(shop, event, pair))
    const visitor = await visitorWith(shop, entry)
    await call(visitor, 'reserve_tickets')
    expect((await addSeats(visitor, entry)).status).toBe(200)
    const { tickets, seconds_remaining } = await checkoutOf(visitor)
    expect(tickets[0]).toMatchObject({ qty: 2, seats: pair })
    expect(seconds_remaining).toBeGreaterThan(500)
  })

  it('adds further seats to the same line', async () => {
    const event = await seatedOffer(shop)
    const visitor = await seatedVisitor(shop, event, ['Stalls-D-8'])
    await addSeats(visitor, seatsEntry(event, pair, await choose(shop, event, pair)))
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ qty: 3, seats: ['Stalls-D-8', ...pair] })
  })

  it('takes seats again that the basket names but no longer keeps, if they are chosen anew', async () => {
    const event = await seatedOffer(shop)
    const visitor = await seatedVisitor(shop, event, pair)
    await moveShopTime(shop.db, 15 * 60 + 1)
    await tell(shop)
    const again = await addSeats(visitor, seatsEntry(event, pair, await choose(shop, event, pair)))
    expect(again, again.text).toMatchObject({ status: 200 })
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ qty: 2, seats: pair })
    expect((await call(visitor, 'reserve_tickets')).json).toMatchObject({ reserved: true })
  })

  it('gives a seat that the provider has refused to nobody, although another request of the browser succeeds meanwhile', async () => {
    const event = await seatedOffer(shop)
    const visitor = await seatedVisitor(shop, event, ['Stalls-D-8'])
    const [first, second] = pair.map((label) => [label])
    const firstEntry = seatsEntry(event, first!, await choose(shop, event, first!))
    const token = await choose(shop, event, second!)
    let isFirst = true
    shop.answer = async (request) => {
      if (isFirst && request.url.includes('/events/actions/')) {
        isFirst = false
        expect((await addSeats(visitor, firstEntry)).status).toBe(200)
        await seatsOf(shop).release(event.id, second!, token)
        await choose(shop, event, second!)
      }
      return shop.app.request(request)
    }
    expect(await addSeats(visitor, seatsEntry(event, second!, token))).toMatchObject({
      status: 409,
      json: { message: 'Sorry, somebody else has just taken Stalls, row C, seat 9. Please choose again' },
    })
    shop.answer = null
    expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ qty: 2, seats: ['Stalls-D-8', ...first!] })
  })
})

describe('adding seats is refused, with nothing lost,', () => {
  /** Adds chosen seats in another way, and returns the reply; checks that the basket is empty and the seating plan still has them. */
  async function refused(change: (entry: ReturnType<typeof seatsEntry>) => object, changes = {}) {
    const event = await seatedOffer(shop, changes)
    const token = await choose(shop, event, pair)
    const visitor = await shop.visitor()
    const entry = seatsEntry(event, pair, token)
    const reply = await addSeats(visitor, { ...entry, ...change(entry) })
    shop.answer = null
    expect((await checkoutOf(visitor)).tickets).toEqual([])
    const found = await seatsOf(shop).find(event.id, pair)
    expect(pair.map((label) => found.get(label)?.token)).toEqual([token, token])
    return { status: reply.status, ...reply.json } as {
      status: number
      message: string
      expired_token?: true
    }
  }

  const withSeats = (seats: object[]) => ({ qty: seats.length, seats })

  it('if the quantity is not the number of seats [SEAT-32]', async () => {
    expect(await refused(() => ({ qty: 3 }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('not the number of seats'),
    })
  })

  it('if a seat does not exist', async () => {
    const reply = await refused(({ seats }) =>
      withSeats([...(seats as object[]), { section: 'Stalls', row: 'Z', number: '99', hold_token: 'x' }]),
    )
    expect(reply).toMatchObject({ status: 422, message: 'Stalls, row Z, seat 99 does not exist' })
  })

  it('if the labels name a seat in another way than the hall', async () => {
    const reply = await refused(() =>
      withSeats([{ section: 'Stalls-C', row: '', number: '8', hold_token: 'x' }]),
    )
    expect(reply).toMatchObject({ status: 422, message: 'Stalls-C, seat 8 does not exist' })
  })

  it('if a seat is chosen twice', async () => {
    const reply = await refused(({ seats }) => withSeats([...(seats as object[]), (seats as object[])[0]!]))
    expect(reply).toMatchObject({
      status: 422,
      message: 'A seat was chosen twice. Please choose your seats again',
    })
  })

  it('if the ticket type is not offered for the category of a seat', async () => {
    const reply = await refused(() => ({}), {
      tickets: { adult: { name: 'Back row', seat_category: 'band-c' } },
    })
    expect(reply).toMatchObject({ status: 422, message: 'Back row is not offered for Stalls, row C, seat 8' })
  })

  it('if the ticket type does not exist', async () => {
    const reply = await refused(({ ticket }) => ({ ticket: String(ticket).replace('adult', 'senior') }))
    expect(reply).toMatchObject({ status: 422, message: 'These tickets are not on sale' })
  })

  it('if the date is unknown', async () => {
    const reply = await refused(() => ({ ticket: 'the-tempest|the-tempest-monday|adult|0' }))
    expect(reply).toMatchObject({ status: 422, message: 'These tickets are not on sale' })
  })

  it('if no seats are chosen on a date with a seating plan', async () => {
    expect(await refused(() => ({ seats: [] }))).toMatchObject({
      status: 409,
      message: 'Please choose your seats first',
    })
  })

  it('if more are chosen than a customer may buy', async () => {
    const reply = await refused(() => ({}), { tickets: { adult: { max_per_customer: 1 } } })
    expect(reply.status).toBe(422)
  })

  it('if 1,000 or 101 seats are sent at once [S11, S44]', async () => {
    const many = (count: number) =>
      withSeats(Array.from({ length: count }, (_, i) => ({ number: `${i}`, hold_token: 'x' })))
    expect(await refused(() => many(101))).toMatchObject({
      status: 422,
      message: 'You can add at most 100 seats at once. Please choose fewer',
    })
    expect(await refused(() => many(1000))).toMatchObject({
      status: 413,
      message: 'That is too much at once. Please choose fewer',
    })
  })

  it('if the seating provider does not answer', async () => {
    const reply = await refused(() => {
      cutSeats(shop)
      return {}
    })
    expect(reply).toMatchObject({
      status: 503,
      message: 'The seating plan is not available at the moment. Please try again',
    })
  })

  it('if the provider breaks off before it has taken the seats over, and a repetition succeeds', async () => {
    const event = await seatedOffer(shop)
    const entry = seatsEntry(event, pair, await choose(shop, event, pair))
    const visitor = await shop.visitor()
    cutSeats(shop, '/events/actions/')
    expect((await addSeats(visitor, entry)).status).toBe(503)
    expect((await checkoutOf(visitor)).tickets).toEqual([])
    shop.answer = null
    expect((await addSeats(visitor, entry)).status).toBe(200)
    expect((await checkoutOf(visitor)).tickets[0].seats).toEqual(pair)
  })

  it('if the reply to taking them over is lost, and a repetition succeeds', async () => {
    const event = await seatedOffer(shop)
    const entry = seatsEntry(event, pair, await choose(shop, event, pair))
    const visitor = await shop.visitor()
    shop.answer = async (request) => {
      const reply = await shop.app.request(request)
      return request.url.includes('/events/actions/') ? unreachable() : reply
    }
    expect((await addSeats(visitor, entry)).status).toBe(503)
    shop.answer = null
    expect((await addSeats(visitor, entry)).status).toBe(200)
    expect((await checkoutOf(visitor)).tickets[0].seats).toEqual(pair)
  })

  it('if a seat is sold, naming it [C5]', async () => {
    const event = await seatedOffer(shop)
    await seatsOf(shop).book(event.id, ['Stalls-C-9'], null, 'box office')
    const token = await choose(shop, event, ['Stalls-C-8'])
    const reply = await addSeats(await shop.visitor(), seatsEntry(event, pair, token))
    expect(reply).toMatchObject({
      status: 409,
      json: { message: 'Sorry, Stalls, row C, seat 9 is already sold. Please choose again' },
    })
  })

  it('if somebody else holds a seat, naming it [C5]', async () => {
    const event = await seatedOffer(shop)
    await choose(shop, event, ['Stalls-C-9'])
    const token = await choose(shop, event, ['Stalls-C-8'])
    const reply = await addSeats(await shop.visitor(), seatsEntry(event, pair, token))
    expect(reply).toMatchObject({
      status: 409,
      json: { message: 'Sorry, somebody else has just taken Stalls, row C, seat 9. Please choose again' },
    })
    expect(reply.json).not.toHaveProperty('expired_token')
  })

  it('if a seat is not held any more, although the time is not over', async () => {
    const event = await seatedOffer(shop)
    const token = await choose(shop, event, ['Stalls-C-8'])
    const reply = await addSeats(await shop.visitor(), seatsEntry(event, pair, token))
    expect(reply).toMatchObject({
      status: 409,
      json: { message: 'Sorry, Stalls, row C, seat 9 is not held for you any more. Please choose again' },
    })
  })

  it('if the session of the seating plan has expired, so that the same seats can be chosen again', async () => {
    const event = await seatedOffer(shop)
    const visitor = await shop.visitor()
    const entry = seatsEntry(event, pair, await choose(shop, event, pair))
    await moveShopTime(shop.db, 15 * 60 + 1)
    const reply = await addSeats(visitor, entry)
    expect(reply).toMatchObject({
      status: 409,
      json: {
        message: 'The time to choose your seats is over. Please choose them again',
        expired_token: true,
      },
    })
    const again = seatsEntry(event, pair, await choose(shop, event, pair))
    expect((await addSeats(visitor, again)).status).toBe(200)
  })

  it('if the token was used in another browser [C5, S21]', async () => {
    const event = await seatedOffer(shop)
    const labels = [...pair, 'Stalls-C-10']
    const token = await choose(shop, event, labels)
    await visitorWith(shop, seatsEntry(event, pair, token))
    const thief = await shop.visitor()
    const reply = await addSeats(thief, seatsEntry(event, ['Stalls-C-10'], token))
    expect(reply).toMatchObject({
      status: 409,
      json: { message: 'These seats were chosen in another browser. Please choose your seats here' },
    })
    expect((await checkoutOf(thief)).tickets).toEqual([])
  })

  it('if the date has no seating plan', async () => {
    const event = await offer(shop.db)
    const reply = await addSeats(await shop.visitor(), seatsEntry(event, pair, 'token'))
    expect(reply).toMatchObject({ status: 409, json: { message: 'This date has no seating plan' } })
  })
})

it('refuses another quantity of a seated line [OPEN-56]', async () => {
  const event = await seatedOffer(shop)
  const visitor = await seatedVisitor(shop, event, pair)
  const reply = await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 3 })
  expect(reply).toMatchObject({
    status: 409,
    json: { message: 'Choose other seats on the seating plan instead' },
  })
  expect((await checkoutOf(visitor)).tickets[0]).toMatchObject({ qty: 2, seats: pair })
})
