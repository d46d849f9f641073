import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { member, newEmail } from '#server/testing/buyers.ts'
import { call, checkoutOf, type Offered } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('limit_counters').execute()
})

const checkout = '/ajax/checkout/checkout'
const user = '/ajax/user/user'

/** Every call with a form, as the page sends it. */
const calls = (event: Offered): Record<string, Fields> => ({
  '/do/checkout/add/': { ticket: [event.entry(1)] },
  [`${checkout}/update_ticket_quantity/`]: { ticket_id: event.ticket(), quantity: 1 },
  [`${checkout}/update_gift_voucher_quantity/`]: { gift_voucher_id: 'any', value: '25.00', qty: 1 },
  [`${checkout}/update_refund_protection/`]: { refund_protection: 0 },
  [`${checkout}/remove_gift_voucher_from_basket/`]: { gift_voucher_id: 'any', value: '25.00' },
  [`${checkout}/set_code/`]: { code: 'NONE' },
  [`${checkout}/reserve_tickets/`]: { 'h-captcha-response': '' },
  [`${checkout}/update_basket_state/`]: { state: 'reserve' },
  [`${checkout}/save_guest_to_sale/`]: { email: 'ada@example.com', fullname: 'Ada Byron' },
  [`${checkout}/set_marketing_preferences/`]: { ct_subscribed: 0, event_subscribed: 0 },
  [`${checkout}/save_donation/`]: { amount_before_booking_fee: '5.00', charity_id: 'any' },
  [`${checkout}/update_donation/`]: {
    is_gift_aid: 0,
    subscribe: 0,
    uk_based: 1,
    address1: '1 Quay',
    postcode: 'YO1',
  },
  [`${checkout}/set_delivery_address/`]: {
    address: {
      selected_user_address_id: '',
      first_name: 'Ada',
      last_name: 'Byron',
      address_1: '1 Quay',
      address_2: '',
      town: 'Whitby',
      postcode: 'YO1 1AA',
      country: '1',
      state: '',
    },
    gift_voucher_from: '',
    gift_voucher_to: '',
    contact_number: '',
  },
  [`${checkout}/save_question_answers/`]: { before_or_after: 'before', answers: { a_1: 'Soup' } },
  [`${checkout}/set_transfers/`]: {
    transfers: [
      {
        ticket_id: event.ticket(),
        name: 'Grace',
        email: 'grace@example.com',
        qty: 1,
        is_gift: 1,
        send_gift: 'Schedule',
        delivery_date: '01/01/2027',
        delivery_time: '10:00',
        message: 'Enjoy',
      },
    ],
  },
  [`${checkout}/pay_with_card/`]: { payment_method_id: 'pm_x', contact_number: '', attempt: 'a' },
  [`${checkout}/pay_with_square/`]: {
    source_id: 'cnon',
    verification_token: '',
    contact_number: '',
    attempt: 'a',
  },
  [`${checkout}/pay_with_instalment/`]: {
    instalment_option: 3,
    contact_number: '07700 900123',
    selected_payment_method_id: '',
    new_payment_method: { id: 'pm_x', make_default_payment_method: 0 },
    attempt: 'a',
  },
  [`${checkout}/claim_free_tickets/`]: { email: 'ada@example.com' },
  [`${checkout}/create_truelayer_payment/`]: { contact_number: '' },
  [`${checkout}/send_customer_feedback/`]: { message: 'Fine' },
  [`${checkout}/send_email_code/`]: { email: 'ada@example.com' },
  [`${checkout}/change_email/`]: { email: 'ada@example.com', code: '000000' },
  [`${user}/send_one_time_code/`]: { email: 'ada@example.com' },
  [`${user}/check_one_time_code/`]: { email: 'ada@example.com', code: '000000' },
  [`${user}/lookup_address/`]: { address: 'YO1 1AA' },
  [`${user}/delete_address/`]: { address_id: '00000000-0000-4000-8000-000000000000' },
  '/signin/': { email: 'ada@example.com', next: '/account/' },
  '/signin/code/': { email: 'ada@example.com', code: '000000', next: '/account/' },
  '/signin/name/': { email: 'ada@example.com', name: 'Ada Byron', next: '/account/' },
  '/orders/': { order: '0000000Z' },
  '/orders/code/': { order: '0000000Z', code: '000000' },
  '/mailing-list': { email: 'ada@example.com' },
  '/mailing-list/confirm/': { token: 'x' },
  '/smartcheckout/': { session: 'x' },
})

/** Each field of a form in turn, nested ones too, with another value. */
function withEach(form: Fields, value: string): Fields[] {
  return Object.entries(form).flatMap(([key, old]) =>
    old !== null && typeof old === 'object'
      ? withEach(old as Fields, value).map((inner) => ({ ...form, [key]: inner }))
      : [{ ...form, [key]: value }],
  )
}

const leaks =
  /syntax|postgres|pglite|kysely|select |\bat .*\.ts|stack|node_modules|relation|column|undefined|\[object/i

describe('hostile text in any field of any call', () => {
  let visitor: Visitor
  let event: Offered
  beforeAll(async () => {
    ;({ visitor, event } = await payer(shop))
  })

  it.each([
    ['a quote', "' or '1'='1"],
    ['a second statement', "'; drop table sales; --"],
    ['a union', "' union select email from users --"],
    ['a pause', '1; select pg_sleep(10)'],
    ['an escaped quote', String.raw`\'; --`],
    ['a script', '<script>alert(1)</script>'],
    ['half of a character', '\ud83c'],
    ['a NUL', '\u0000'],
    ['a control character', 'ab\u0007c'],
    ['a line of a header', 'Ada\r\nBcc: all@example.com'],
    ['nine thousand letters', 'x'.repeat(9_000)],
    ['a very long number', '9'.repeat(400)],
    ['a negative number', '-1'],
    ['a number beyond all numbers', '1e309'],
    ['no number', 'NaN'],
    ['nothing', ''],
  ])(
    '%s is refused or taken as text, and no error tells how the shop is built [S34, S35, S39]',
    async (_, text) => {
      const before = shop.logged.length
      for (const [path, form] of Object.entries(calls(event))) {
        await shop.db.deleteFrom('limit_counters').execute()
        const replies = await Promise.all(withEach(form, text).map((fields) => visitor.post(path, fields)))
        for (const reply of replies) {
          expect([path, reply.status < 500 || reply.status === 503]).toEqual([path, true])
          expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
          if (reply.status >= 400 && reply.json) expect(JSON.stringify(reply.json.message)).not.toMatch(leaks)
        }
      }
      expect(shop.logged.slice(before).filter(({ event: name }) => name === 'failed')).toEqual([])
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from sales`.execute(shop.db)
      expect(rows[0]?.n).toBeGreaterThan(0)
      expect(({} as { x?: unknown }).x).toBeUndefined()
    },
  )

  it.each([
    ['a list', (key: string) => `${key}[]=1&${key}[]=2`],
    ['an object', (key: string) => `${key}[a]=1`],
    ['a repeated field', (key: string) => `${key}=1&${key}=2`],
    ['a prototype', (key: string) => `${key}[__proto__][x]=1`],
    ['a constructor', (key: string) => `constructor[prototype][x]=1&${key}=1`],
    ['a thousand levels', (key: string) => `${key}${'[a]'.repeat(1000)}=1`],
    ['a broken escape', (key: string) => `${key}=%E0%A4%A`],
    ['bytes that are no text', (key: string) => `${key}=%ff%fe`],
    ['a thousand fields', (key: string) => Array.from({ length: 1000 }, (_, i) => `${key}${i}=1`).join('&')],
  ])('%s in place of a field is not accepted, and no prototype changes [S12, S35]', async (_, write) => {
    const before = shop.logged.length
    for (const [path, form] of Object.entries(calls(event)))
      for (const key of Object.keys(form)) {
        const { status } = await visitor.post(path, write(key))
        expect([path, key, status >= 300 && status < 500]).toEqual([path, key, true])
      }
    expect(({} as { x?: unknown }).x).toBeUndefined()
    expect(shop.logged.slice(before).filter(({ event: name }) => name === 'failed')).toEqual([])
  })
})

describe('fields that are none of the page’s business', () => {
  const extra = {
    price: '0.01',
    total: '0.01',
    basket_total: '0.01',
    fee: '0',
    booking_fee: '0',
    discount: '1000',
    currency: 'USD',
    user_id: '00000000-0000-4000-8000-000000000000',
    session_id: '00000000-0000-4000-8000-000000000000',
    sale_id: '00000000-0000-4000-8000-000000000000',
    paid: '1',
    paid_at: '2020-01-01',
    payment_complete: '1',
    is_email_proven: '1',
    held_until: '2999-01-01',
    basket_version: '999',
    'ticket[0][price]': '0.01',
  }
  const amounts = (checkout: Awaited<ReturnType<typeof checkoutOf>>) => ({
    tickets: checkout.tickets.map(({ qty, price }: Record<string, unknown>) => [qty, price]),
    basket_total: checkout.basket_total,
    currency: checkout.currency,
    payment_complete: checkout.payment_complete,
    state: checkout.state,
    isHeld: checkout.seconds_remaining > 0,
  })

  it('change nothing in any call [S13]', async () => {
    const paths = Object.keys(calls((await payer(shop)).event)).filter((path) =>
      path.startsWith('/ajax/checkout'),
    )
    for (const path of paths) {
      const found = []
      for (const added of [{}, extra]) {
        await shop.db.deleteFrom('limit_counters').execute()
        const { visitor, event, sale } = await payer(shop)
        const { status } = await visitor.post(path, { ...calls(event)[path], ...added })
        const { user_id, currency, paid_at, is_email_proven, total } = await sale()
        found.push({
          status,
          ...amounts(await checkoutOf(visitor)),
          sale: { user_id, currency, paid_at, is_email_proven, total },
        })
      }
      expect([path, found[1]]).toEqual([path, found[0]])
    }
  })
})

describe('a quantity', () => {
  const wrong = ['-1', '0', '1.5', '1000000000', '9007199254740992', 'NaN', '', '0x10', '1e1', '１', ' 1 1']
  it.each([
    ...wrong.map((qty) => [`"${qty}"`, qty] as const),
    ['ten thousand letters', 'x'.repeat(10_000)] as const,
  ])('of %s is refused wherever one is typed, and leaves the basket as it was [S12]', async (_, qty) => {
    const { visitor, event } = await payer(shop)
    const before = await checkoutOf(visitor)
    const typed: [string, Fields][] = [
      [`${checkout}/update_ticket_quantity/`, { ticket_id: event.ticket(), quantity: qty }],
      [`${checkout}/update_gift_voucher_quantity/`, { gift_voucher_id: 'any', value: '25.00', qty }],
      ['/do/checkout/add/', { gift_voucher_id: 'any', value: '25.00', qty }],
      ['/do/checkout/add/', { ticket: [{ ...event.entry(1), qty }] }],
      [
        `${checkout}/pay_with_instalment/`,
        { ...calls(event)[`${checkout}/pay_with_instalment/`], instalment_option: qty },
      ],
    ]
    for (const [path, form] of typed) {
      const { status } = await visitor.post(path, form)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
    }
    const after = await checkoutOf(visitor)
    expect(after.tickets).toEqual(before.tickets)
    expect(after.basket_total).toBe(before.basket_total)
  })
})

it('refuses a member’s hostile ids of saved addresses [S19, S34]', async () => {
  const { visitor } = await member(shop)
  for (const id of ["' or 1=1 --", '00000000-0000-0000-0000-00000000000g', '%00', '{}', newEmail()])
    expect(
      (await call(visitor, 'set_delivery_address', { address: { selected_user_address_id: id } })).status,
    ).toBeLessThan(500)
})
