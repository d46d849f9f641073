import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { reserved } from '#server/testing/buyers.ts'
import { createTestShop, type Fields, type TestShop } from '#server/testing/test-shop.ts'
import { entryFor, owner } from '#server/testing/transfers.ts'
import { noCards } from '#src/checkout/rules/card-numbers.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const card = '4242 4242 4242 4242'
const checkout = '/ajax/checkout/checkout'
const address = { selected_user_address_id: 'new', country: '1' }

/** Every field of every call into which a buyer types freely. */
const typed: [call: string, field: string, form: (text: string) => Fields][] = [
  ['save_guest_to_sale', 'fullname', (fullname) => ({ email: 'ada@example.com', fullname })],
  ...['first_name', 'last_name', 'address_1', 'address_2', 'town', 'postcode', 'state'].map(
    (field): (typeof typed)[number] => [
      'set_delivery_address',
      field,
      (text) => ({ address: { ...address, [field]: text } }),
    ],
  ),
  ...['gift_voucher_from', 'gift_voucher_to', 'contact_number'].map((field): (typeof typed)[number] => [
    'set_delivery_address',
    field,
    (text) => ({ address, [field]: text }),
  ]),
  ['update_donation', 'address1', (address1) => ({ is_gift_aid: true, address1 })],
  ['update_donation', 'postcode', (postcode) => ({ is_gift_aid: true, postcode })],
  [
    'pay_with_card',
    'contact_number',
    (contact_number) => ({ payment_method_id: 'pm_1', attempt: 'a', contact_number }),
  ],
  [
    'pay_with_square',
    'contact_number',
    (contact_number) => ({ source_id: 'x', attempt: 'a', contact_number }),
  ],
  ['pay_with_instalment', 'contact_number', (contact_number) => ({ instalment_option: 3, contact_number })],
  ['create_truelayer_payment', 'contact_number', (contact_number) => ({ contact_number })],
]

describe('a card number that a buyer types', () => {
  it.each(typed)('into %s as %s is refused with the reason [S33]', async (name, _, form) => {
    const visitor = await reserved(shop)
    const reply = await visitor.post(`${checkout}/${name}/`, form(card))
    expect([reply.status, reply.json.message]).toEqual([422, noCards])
  })

  it('into the address search is not sent to the address provider [S33]', async () => {
    const visitor = await reserved(shop)
    const reply = await visitor.post('/ajax/user/user/lookup_address/', { address: card })
    expect([reply.status, reply.json.message]).toEqual([422, noCards])
  })

  it.each(['name', 'message'])('into the %s of a gift is refused with the reason [S33]', async (field) => {
    const one = await owner(shop)
    const entry = entryFor(one, { is_gift: true, [field]: `Bo ${card}` })
    const reply = await one.visitor.post(`${checkout}/set_transfers/`, { transfers: [entry] })
    expect([reply.status, reply.json.message]).toEqual([422, noCards])
  })

  it('into feedback is removed from it [S33]', async () => {
    const one = await owner(shop)
    const reply = await one.visitor.post(`${checkout}/send_customer_feedback/`, {
      message: `My card ${card} failed`,
    })
    expect(reply.status).toBe(200)
    const [feedback] = await shop.db.selectFrom('feedback').select('message').execute()
    expect(feedback?.message).toBe('My card [card number removed] failed')
  })

  it('is in no table and no line of the log afterwards [S33]', async () => {
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(shop.db)
    for (const { name } of tables.rows) {
      const found =
        await sql`select 1 from ${sql.table(name)} t where t::text ~ '4242[ -]?4242[ -]?4242'`.execute(
          shop.db,
        )
      expect(found.rows, name).toEqual([])
    }
    expect(JSON.stringify(shop.logged)).not.toMatch(/4242[ -]?4242/)
  })
})

it('takes phone numbers of any country, also next to each other [S33]', async () => {
  for (const contact_number of ['+44 20 7946 0000', '0049 1511 12345676', '49 1511 12345676']) {
    const visitor = await reserved(shop, { tickets: { adult: { deliverable: true } } })
    const reply = await visitor.post(`${checkout}/set_delivery_address/`, { address, contact_number })
    expect(reply.json.message).toBe('Type a first name')
  }
})
