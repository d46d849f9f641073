import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { shapes } from './basket-shapes.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await shop.app.request(`http://shop.test/sandbox/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { reply, json: await reply.json() }
}

/** Arranges a basket and returns a browser with its cookies. */
async function arrange(wanted: object) {
  const { reply, json } = await send('arrange', wanted)
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? ''
  const headers = { Cookie: cookies.join('; '), 'X-XSRF-TOKEN': token }
  const ask = async (method: string, path: string, body = '') => {
    const answer = await shop.app.request(`http://shop.test${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { body } : {}),
    })
    return answer.json()
  }
  return {
    status: reply.status,
    json,
    view: () => ask('GET', '/ajax/checkout/checkout/get/'),
    user: () => ask('GET', '/ajax/user/user/get_user/'),
    call: (name: string, body = '') => ask('POST', `/ajax/checkout/checkout/${name}/`, body),
  }
}

const statesOf: Record<string, string[]> = {
  paid: ['basket', 'reserve', 'login', 'payment', 'deliver_tickets', 'order_completed'],
  seats: ['basket', 'payment', 'order_completed'],
  bank: ['payment', 'awaiting_truelayer', 'order_completed'],
  free: ['login', 'payment', 'deliver_tickets', 'order_completed'],
  charity: ['donation', 'gift_aid', 'login', 'payment', 'order_completed'],
  square: ['basket', 'login', 'payment', 'deliver_tickets', 'order_completed'],
  express: ['payment', 'deliver_tickets', 'order_completed'],
  express_voucher: ['payment', 'order_completed'],
  express_free: ['payment', 'order_completed'],
  deliverable: ['delivery_address', 'payment', 'order_completed'],
  marketing: ['marketing_preferences', 'payment', 'order_completed'],
  questions_before: ['ticket_questions_before', 'payment', 'order_completed'],
  questions_after: ['ticket_questions_after', 'order_completed'],
  waiver: ['waiver', 'order_completed'],
  messages: ['after_sale_messages', 'order_completed'],
  questions_before_and_waiver: ['ticket_questions_before', 'waiver', 'order_completed'],
  questions_after_and_messages: ['ticket_questions_after', 'after_sale_messages', 'order_completed'],
  delivery_alone: ['delivery_address', 'payment', 'order_completed'],
  everything: [
    'donation',
    'gift_aid',
    'login',
    'marketing_preferences',
    'delivery_address',
    'ticket_questions_before',
    'payment',
    'ticket_questions_after',
    'waiver',
    'after_sale_messages',
    'order_completed',
  ],
  marketing_and_questions: [
    'marketing_preferences',
    'ticket_questions_before',
    'waiver',
    'after_sale_messages',
    'order_completed',
  ],
  delivery_and_messages: ['delivery_address', 'after_sale_messages', 'order_completed'],
  delivery_and_questions: ['delivery_address', 'ticket_questions_before', 'waiver', 'order_completed'],
  everything_uncharitable: [
    'login',
    'marketing_preferences',
    'delivery_address',
    'ticket_questions_before',
    'payment',
    'ticket_questions_after',
    'waiver',
    'after_sale_messages',
    'order_completed',
  ],
  eur: ['basket', 'order_completed'],
  minimum: ['basket', 'payment', 'order_completed'],
  required: ['basket'],
  absorbed: ['basket', 'order_completed'],
  voucher: ['delivery_address', 'order_completed'],
  plan: ['marketing_preferences', 'payment', 'order_completed'],
  plan_and_full: ['payment', 'order_completed'],
  unconfigured: ['basket', 'payment'],
  empty: ['basket'],
}

describe('arranging', () => {
  it('covers every shape', () => {
    expect(Object.keys(statesOf).toSorted()).toEqual(Object.keys(shapes).toSorted())
  })

  it.each(
    Object.entries(statesOf).flatMap(([shape, states]) => states.map((state) => [shape, state] as const)),
  )('brings the basket %s to %s', async (shape, state) => {
    const { status, json, view } = await arrange({ shape, state })
    expect([status, json.message]).toEqual([200, undefined])
    const checkout = await view()
    expect(checkout.state).toBe(state)
    expect(checkout.sale_reference).toBe(json.reference)
    expect(json.email).toMatch(/@example\.com$/)
  })

  it.each(['plan', 'plan_and_full'])('pays the basket %s in instalments', async (shape) => {
    const { view } = await arrange({ shape, state: 'order_completed' })
    expect((await view()).payment_plan_remaining).toBe(true)
  })

  it('supports a signed-in user as well as a guest', async () => {
    const { json, view, user } = await arrange({ shape: 'charity', state: 'payment', user: 'member' })
    expect((await view()).state).toBe('payment')
    expect((await user()).email ?? (await user()).user.email).toBe(json.email)
  })

  it('stops at and after the captcha', async () => {
    const before = await arrange({ shape: 'paid', state: 'captcha', captcha: true })
    expect(await before.view()).toMatchObject({
      state: 'captcha',
      captcha_sitekey: expect.stringMatching(/.+/),
    })
    const behind = await arrange({ shape: 'paid', state: 'payment', captcha: true })
    expect((await behind.view()).state).toBe('payment')
  })

  it('sets the time that is left', async () => {
    const { view } = await arrange({ shape: 'paid', state: 'payment', secondsRemaining: 5 })
    expect((await view()).seconds_remaining).toBeGreaterThanOrEqual(4)
    expect((await view()).seconds_remaining).toBeLessThanOrEqual(5)
  })

  it.each([
    ['captcha', { captcha: true }],
    ['redirect', { redirect: '/all-events/' }],
    ['error', { error: expect.any(String) }],
    ['unknown', {}],
  ])('replies to the next reservation with %s, once', async (nextReserve, reply) => {
    const { call } = await arrange({ shape: 'paid', nextReserve })
    expect(await call('reserve_tickets')).toMatchObject(reply)
    expect(await call('reserve_tickets')).toMatchObject({ reserved: true })
  })

  it('leaves so few of the tickets in the basket that they cannot be reserved until there are as few', async () => {
    const { call, view } = await arrange({ shape: 'paid', ticketsLeft: 1 })
    expect((await call('reserve_tickets')).error).toMatch(/^Sorry, there are not enough tickets left/)
    const [line] = (await view()).tickets
    expect(line).toMatchObject({ qty: 2, max_can_reserve: 1 })
    await call('update_ticket_quantity', `ticket_id=${encodeURIComponent(line.ticket_id)}&quantity=1`)
    expect(await call('reserve_tickets')).toMatchObject({ reserved: true })
  })

  it('makes the first delivery fail once', async () => {
    const { call } = await arrange({ shape: 'paid', state: 'deliver_tickets', deliveryFails: true })
    expect(await call('deliver_to_bitticket')).toEqual({ delivery_completed: false })
    expect(await call('deliver_to_bitticket')).toEqual({ delivery_completed: true })
  })

  it.each(['paid', 'square'])('can start from a declined card of the basket %s', async (shape) => {
    const { call } = await arrange({ shape, state: 'payment', cardDeclined: true })
    expect(await call('get_payment_error')).toEqual({
      text: 'Your card was declined.',
      is_uncharged: true,
    })
  })

  it.each([
    ['pay', { truelayer_returned_from: '1' }, { payment_completed: true }],
    [
      'pay_slowly',
      { truelayer_returned_from: '1' },
      { payment_completed: false, truelayer_status_error: '' },
    ],
    ['fail', { truelayer_returned_from: '1' }, { truelayer_status_error: 'Your bank declined the payment.' }],
    ['cancel', { truelayer_returned_from: '0' }, { payment_completed: false }],
  ])('can start after %s at the bank', async (bank, checkout, status) => {
    const { view, call } = await arrange({ shape: 'bank', state: 'awaiting_truelayer', bank })
    expect(await view()).toMatchObject({ state: 'awaiting_truelayer', ...checkout })
    expect((await call('get_truelayer_status')).truelayer_status).toMatchObject(status)
  })

  it.each([
    ['a step that the basket does not have', { shape: 'paid', state: 'donation' }],
    ['a basket that cannot be reserved', { shape: 'required', state: 'payment' }],
  ])('rejects %s', async (_, wanted) => {
    expect((await send('arrange', wanted)).reply.status).toBe(409)
  })

  it.each([
    ['an unknown shape', { shape: 'golden' }, 422],
    ['an unknown state', { shape: 'paid', state: 'determining' }, 422],
    ['an unknown option', { shape: 'paid', price: 0 }, 422],
    ['negative seconds', { shape: 'paid', secondsRemaining: -1 }, 422],
    ['a body that is not JSON', 'shape=paid', 400],
  ])('rejects %s', async (_, wanted, status) => {
    const { reply, json } = await send('arrange', wanted)
    expect(reply.status).toBe(status)
    expect(json.message).toBeTruthy()
  })

  it('never sells an event out', async () => {
    const left = async () => {
      const pool = await shop.db
        .selectFrom('pools')
        .select(['capacity', 'held', 'sold'])
        .where('id', '=', 'lantern-evening-saturday-group')
        .executeTakeFirstOrThrow()
      return pool.capacity - pool.held - pool.sold
    }
    const before = await left()
    await arrange({ shape: 'minimum', state: 'payment' })
    expect(await left()).toBe(before)
  })
})

describe('the clock', () => {
  it("moves the shop's time", async () => {
    const { view } = await arrange({ shape: 'paid', state: 'payment' })
    const { json } = await send('clock', { seconds: 700 })
    expect(Date.parse(json.now)).toBeGreaterThan(Date.now() + 600_000)
    expect((await view()).state).toBe('basket')
    await send('clock', { seconds: -700 })
  })
})

describe('the newest code', () => {
  it('is read from the outbox', async () => {
    const visitor = await shop.visitor()
    await visitor.post('/ajax/user/user/send_one_time_code/', { email: 'grace@example.com' })
    const reply = await visitor.get('/sandbox/code?email=Grace@example.com')
    expect(reply.json.code).toMatch(/^[0-9]{6}$/)
    expect((await visitor.get('/sandbox/code?email=nobody@example.com')).status).toBe(404)
  })
})

describe('a waiting room', () => {
  it('is opened, closed and filled with invented visitors, who leave again, and no other', async () => {
    const event_id = 'abbey-by-moonlight'
    expect((await send('waiting-room', { event_id, capacity: 0, come: 3 })).json).toEqual({
      waiting: 3,
      admitted: 0,
    })
    const visitor = await shop.visitor()
    await visitor.post(`/waiting-room/${event_id}/`, { to: '' })
    const { text } = await visitor.get(`/waiting-room/${event_id}/standing/`)
    expect(text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')).toContain('3 people are ahead of you')
    const { json } = await send('waiting-room', { event_id, leave: 3, opensInSeconds: 60 })
    expect(json).toEqual({ waiting: 1, admitted: 0 })
    expect((await send('waiting-room', { event_id: 'never' })).reply.status).toBe(404)
  })
})

describe('a door', () => {
  it('is made with a link for an event date, and for no other', async () => {
    const { json } = await send('door', { event_date_id: 'late-film-club-tuesday' })
    const visitor = await shop.visitor()
    expect((await visitor.get(new URL(json.link).pathname)).status).toBe(200)
    expect(json.codes).toContainEqual(expect.stringMatching(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/))
    expect((await send('door', { event_date_id: 'never' })).reply.status).toBe(404)
  })
})

describe('access to the controls', () => {
  it('rejects other sites', async () => {
    const { reply } = await send('arrange', { shape: 'paid' }, { Origin: 'https://evil.example' })
    expect(reply.status).toBe(403)
  })
})

it('says that a captcha is asked for if too many tickets are held without one', async () => {
  const heldTickets = { withoutCaptcha: 1, maxPerPerson: Infinity, maxPerAddress: Infinity }
  const careful = await createTestShop({ heldTickets })
  const reply = await careful.app.request('http://shop.test/sandbox/arrange', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ shape: 'paid', state: 'login' }),
  })
  expect((await reply.json()).message).toBe('The basket could not be reserved: the shop asks for a captcha')
  await careful.close()
})
