import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findAddresses } from '#server/providers/address-lookup.ts'
import { guest, member, reserved, saleOf, userCall } from '#server/testing/buyers.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const sent = { tickets: { adult: { deliverable: true, delivery_cost: 350 } } }
const home = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 St James’s Square',
  address_2: '',
  town: 'London',
  postcode: 'SW1Y 4JH',
  country: '1',
  state: '',
}
const deliver = (visitor: Visitor, address: Fields = {}, rest: Fields = {}) =>
  call(visitor, 'set_delivery_address', {
    address: { selected_user_address_id: 'new', ...home, ...address },
    gift_voucher_from: '',
    gift_voucher_to: '',
    ...rest,
  })
const savedOf = async (visitor: Visitor) =>
  (await userCall(visitor, 'get_user_addresses')).json.existing_addresses

describe('the delivery address', () => {
  it('is saved to the sale and does not change the total [CALL-22, ADDR-16]', async () => {
    const { visitor } = await guest(shop, sent)
    const before = await checkoutOf(visitor)
    expect((await deliver(visitor)).json).toEqual({ success: true })
    expect((await saleOf(shop, visitor)).delivery_address).toEqual(home)
    const after = await checkoutOf(visitor)
    expect(after.delivery_cost).toBe('3.50')
    expect(after.basket_total).toBe(before.basket_total)
  })

  it.each<[string, Fields, string]>([
    ['first name', { first_name: '' }, 'Type a first name'],
    ['last name', { last_name: ' ' }, 'Type a last name'],
    ['first line', { address_1: '' }, 'Type the first line of the address'],
    ['town', { town: '' }, 'Type a town or city'],
    ['postcode', { postcode: '' }, 'Type your postcode or zip code'],
    ['country', { country: '' }, 'Choose a country'],
    ['country that exists', { country: 'XX' }, 'Choose a country'],
    ['state in the USA', { country: '2' }, 'Choose a state'],
    ['state that exists', { country: '2', state: 'ZZ' }, 'Choose a state'],
    ['choice', { selected_user_address_id: '' }, 'Choose an address'],
  ])('needs a %s [ADDR-16, ADDR-17]', async (_, changes, message) => {
    const { visitor } = await guest(shop, sent)
    const reply = await deliver(visitor, changes)
    expect([reply.status, reply.json.message]).toEqual([422, message])
    expect((await saleOf(shop, visitor)).delivery_address).toBeNull()
  })

  it('has a state only in the USA [ADDR-17, ADDR-18]', async () => {
    const { visitor } = await guest(shop, sent)
    expect((await deliver(visitor, { country: '2', state: 'NY' })).status).toBe(200)
    expect((await saleOf(shop, visitor)).delivery_address?.state).toBe('NY')
    expect((await deliver(visitor, { country: 'FR', state: 'NY' })).status).toBe(200)
    expect((await saleOf(shop, visitor)).delivery_address?.state).toBe('')
  })

  it('rejects lines that are too long or not text', async () => {
    const { visitor } = await guest(shop, sent)
    expect((await deliver(visitor, { address_1: 'x'.repeat(201) })).status).toBe(422)
    expect((await deliver(visitor, { town: 'Lon\u0007don' })).status).toBe(422)
    expect((await call(visitor, 'set_delivery_address', { address: 'here' })).status).toBe(422)
  })

  it('needs a phone number if the organiser requires one [ADDR-14]', async () => {
    const { visitor } = await guest(shop, { ...sent, organiser: { requires_phone_number: true } })
    for (const contact_number of ['', '12345678', 'call me maybe']) {
      const reply = await deliver(visitor, {}, { contact_number })
      expect([reply.status, reply.json.message]).toEqual([422, 'Type a valid phone number'])
    }
    expect((await deliver(visitor, {}, { contact_number: '+44 (0)20 7946-0000' })).status).toBe(200)
    expect((await checkoutOf(visitor)).contact_number).toBe('+44 (0)20 7946-0000')
  })

  it('needs the sender and recipient of gift vouchers [ADDR-24, ADDR-25]', async () => {
    const visitor = await shop.visitor()
    const { id, min_value } = await shop.db
      .selectFrom('gift_voucher_products')
      .select(['id', 'min_value'])
      .executeTakeFirstOrThrow()
    await visitor.post('/do/checkout/add/', { gift_voucher_id: id, value: min_value / 100, qty: 1 })
    await call(visitor, 'reserve_tickets')
    const none = await deliver(visitor)
    expect([none.status, none.json.message]).toEqual([422, 'Who is the gift voucher from?'])
    const half = await deliver(visitor, {}, { gift_voucher_from: 'Ada' })
    expect([half.status, half.json.message]).toEqual([422, 'Who is the gift voucher for?'])
    await deliver(visitor, {}, { gift_voucher_from: 'Ada', gift_voucher_to: '<b>Charles</b>' })
    expect(await saleOf(shop, visitor)).toMatchObject({
      gift_voucher_from: 'Ada',
      gift_voucher_to: '<b>Charles</b>',
    })
  })

  it('is only the postcode in express checkout if nothing is delivered [ADDR-20]', async () => {
    const visitor = await reserved(shop, { organiser: { is_express: true } })
    const bare = { first_name: '', last_name: '', address_1: '', town: '', country: '' }
    const none = await deliver(visitor, { ...bare, postcode: '' })
    expect([none.status, none.json.message]).toEqual([422, 'Type your postcode or zip code'])
    expect((await deliver(visitor, bare)).status).toBe(200)
  })

  it('is the whole address in express checkout if something is delivered [ADDR-23]', async () => {
    const visitor = await reserved(shop, { ...sent, organiser: { is_express: true } })
    const reply = await deliver(visitor, { town: '' })
    expect([reply.status, reply.json.message]).toEqual([422, 'Please complete your address'])
  })

  it('needs a reserved basket', async () => {
    const { visitor } = await guest(shop, sent)
    await call(visitor, 'destroy_sale')
    expect((await deliver(visitor)).status).toBe(409)
    expect((await deliver(await shop.visitor())).status).toBe(409)
  })
})

describe('saved addresses', () => {
  it('are saved once for a signed-in buyer and can be chosen [CALL-19, ADDR-15, ENTI-28, ROLE-08]', async () => {
    const { visitor } = await member(shop, sent)
    await deliver(visitor)
    await deliver(visitor)
    const saved = await savedOf(visitor)
    expect(saved).toEqual([
      {
        id: expect.any(String),
        full_address: 'Ada Lovelace, 12 St James’s Square, London, SW1Y 4JH, United Kingdom',
        ...home,
      },
    ])
    await deliver(visitor, { town: 'Bath' })
    const reply = await call(visitor, 'set_delivery_address', {
      address: { selected_user_address_id: saved[0].id },
    })
    expect(reply.status).toBe(200)
    expect((await saleOf(shop, visitor)).delivery_address).toEqual(home)
  })

  it('are deleted by their owner [CALL-21, ROLE-09]', async () => {
    const { visitor } = await member(shop, sent)
    await deliver(visitor)
    const [saved] = await savedOf(visitor)
    expect((await userCall(visitor, 'delete_address', { address_id: saved.id })).json).toEqual({
      success: true,
    })
    expect(await savedOf(visitor)).toEqual([])
    expect((await userCall(visitor, 'delete_address', { address_id: saved.id })).status).toBe(404)
  })

  it('cannot be seen, chosen or deleted by anybody else [ROLE-03, ROLE-04] [S19]', async () => {
    const { visitor } = await member(shop, sent)
    await deliver(visitor)
    const [saved] = await savedOf(visitor)
    const others = [(await member(shop, sent)).visitor, (await guest(shop, sent)).visitor]
    for (const other of others) {
      expect(await savedOf(other)).toEqual([])
      const chosen = await deliver(other, { selected_user_address_id: saved.id })
      expect([chosen.status, chosen.text.includes('St James')]).toEqual([404, false])
      expect((await userCall(other, 'delete_address', { address_id: saved.id })).status).toBe(404)
    }
    expect(await savedOf(visitor)).toHaveLength(1)
  })

  it.each(['1', 'x', "' or 1=1 --"])('include none with the id "%s" [S19, S21]', async (address_id) => {
    const { visitor } = await member(shop)
    expect((await userCall(visitor, 'delete_address', { address_id })).status).toBe(404)
  })

  it('do not include a guest’s address', async () => {
    const { visitor } = await guest(shop, sent)
    const count = () => shop.db.selectFrom('user_addresses').select('id').execute()
    const before = await count()
    await deliver(visitor)
    expect(await count()).toHaveLength(before.length)
  })
})

describe('countries', () => {
  it('are complete, with the UK as 1, the USA as 2 and its states [CALL-18, ADDR-18]', async () => {
    const reply = await call(await shop.visitor(), 'get_address_all_countries_states')
    const { countries, states } = reply.json
    expect(countries.slice(0, 3)).toEqual([
      { id: '1', name: 'United Kingdom' },
      { id: '2', name: 'United States' },
      { id: 'AF', name: 'Afghanistan' },
    ])
    expect(countries).toHaveLength(249)
    expect(new Set(countries.map(({ name }: { name: string }) => name)).size).toBe(249)
    expect(states).toHaveLength(51)
    expect(states).toContainEqual({ id: 'CA', name: 'California' })
  })
})

describe('the address finder', () => {
  const find = async (address: string, from?: Visitor) =>
    userCall(from ?? (await shop.visitor()), 'lookup_address', { address })

  it('finds the houses of a postcode in any spelling [CALL-20, ENTI-29]', async () => {
    for (const text of ['SW1A 2AA', 'sw1a2aa', ' sW1A  2aA ']) {
      const { json } = await find(text)
      expect(json.possible_addresses).toHaveLength(4)
      expect(json.possible_addresses[1]).toEqual({
        formatted_address: '10 Downing Street',
        address_line_2: '',
        town: 'London',
        post_code: 'SW1A 2AA',
      })
    }
  })

  it('finds by the words of an address, and by flat and house [CALL-20]', async () => {
    const street = (await find('sandgate, whitby')).json.possible_addresses
    expect(street).toHaveLength(15)
    const flat = (await find('flat 7 ropewalk')).json.possible_addresses
    expect(flat).toEqual([
      {
        formatted_address: 'Flat 7',
        address_line_2: 'Ropewalk House, Endeavour Wharf',
        town: 'Whitby',
        post_code: 'YO21 1DN',
      },
    ])
  })

  it.each(['ZZ99 9ZZ', '%%%', '___', '\\\\\\', "'; drop table users; --"])(
    'finds nothing for "%s"',
    async (text) => {
      const reply = await find(text)
      expect([reply.status, reply.json]).toEqual([200, { possible_addresses: [] }])
    },
  )

  it('needs 3 to 200 characters', async () => {
    expect((await find('YO')).status).toBe(422)
    expect((await find('x'.repeat(201))).status).toBe(422)
  })

  it('has a rate limit', async () => {
    const visitor = await shop.visitor()
    await find('YO22', visitor)
    await shop.db
      .updateTable('limit_counters')
      .set({ count: 60 })
      .where('key', 'like', 'address look-up%')
      .execute()
    expect((await find('YO22', visitor)).status).toBe(429)
  })

  it('asks only the configured service [S38]', async () => {
    const asked: Request[] = []
    const found = await findAddresses(
      shopWith((request) => {
        asked.push(request)
        return Response.json({
          possible_addresses: [{ formatted_address: '1 Way', town: 'York', post_code: 'YO1 1AA', secret: 1 }],
        })
      }),
      'way & more',
    )
    expect(asked.map(({ url }) => url)).toEqual(['https://addresses.example/find?address=way+%26+more'])
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer key')
    expect(found).toEqual([
      { formatted_address: '1 Way', address_line_2: '', town: 'York', post_code: 'YO1 1AA' },
    ])
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['replies with an error', () => new Response('no', { status: 500 })],
    ['replies with an unknown shape', () => Response.json('nonsense')],
    ['is unreachable', () => Promise.reject(new TypeError('gone'))],
  ])('asks for the address by hand when the service %s', async (_, answer) => {
    await expect(findAddresses(shopWith(answer), 'YO22')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('by hand'),
    })
  })

  /** A shop with a fake address service. */
  function shopWith(answer: (request: Request) => Response | Promise<Response>) {
    const { db, config } = shop
    const addressLookup = { url: 'https://addresses.example/find', key: 'key' }
    return {
      db,
      config: { ...config, providers: { ...config.providers, addressLookup } },
      log: () => {},
      fetch: async (input: string | URL | Request, init?: RequestInit) => answer(new Request(input, init)),
    }
  }
})
