import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call } from '#server/testing/offers.ts'
import {
  cards,
  follow,
  pay,
  payBySquare,
  payer,
  press,
  squarePayer,
  typeCard,
  type Payer,
} from '#server/testing/payers.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

/** Payments that a provider reports as received, but not as they were requested. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Changes what the simulated provider reports about a payment. */
const report = (id: string, changes: object) =>
  shop.db
    .updateTable('sandbox_records')
    .set({ data: sql`data || ${JSON.stringify(changes)}::jsonb` })
    .where('id', '=', id)
    .execute()

const read = async ({ sale }: Payer) => {
  const { id, paid_at } = await sale()
  const attempt = await shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'status', 'provider_id'])
    .where('sale_id', '=', id)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const money = await shop.db
    .selectFrom('payments')
    .select(['kind', 'amount', 'currency', 'provider_id'])
    .where('attempt_id', '=', attempt.id)
    .orderBy('kind')
    .execute()
  const alarms = await shop.db.selectFrom('alarms').selectAll().where('sale_id', '=', id).execute()
  return { saleId: id, isPaid: paid_at !== null, attempt, money, alarms }
}

/** Tells the buyer what becomes of the money. */
const messageOf = ({ ledger }: Fault) =>
  ledger.length > 0
    ? 'Your payment did not match your order. It will be refunded in full.'
    : 'Your payment did not match your order. We are looking into it, and you have not bought anything yet.'

interface Fault {
  wrong: string
  card: (id: string) => object
  bank: (id: string) => object
  ledger: { amount: number; currency: string }[]
}

const faults: [string, Fault][] = [
  [
    'another amount',
    {
      wrong: 'amount',
      card: () => ({ amount: 19_99 }),
      bank: () => ({ amount_in_minor: 19_99 }),
      ledger: [{ amount: 19_99, currency: 'GBP' }],
    },
  ],
  [
    'a currency that the shop does not know',
    {
      wrong: 'currency',
      card: () => ({ currency: 'jpy' }),
      bank: () => ({ currency: 'JPY' }),
      ledger: [{ amount: 20_00, currency: 'JPY' }],
    },
  ],
  [
    'the reference of another sale',
    {
      wrong: 'sale',
      card: () => ({ metadata: { reference: 'ANOTHER' } }),
      bank: () => ({ metadata: { reference: 'ANOTHER' } }),
      ledger: [{ amount: 20_00, currency: 'GBP' }],
    },
  ],
  [
    'the id of another payment',
    {
      wrong: 'payment',
      card: (id) => ({ id: `${id}_other` }),
      bank: (id) => ({ id: `${id}_other` }),
      ledger: [],
    },
  ],
]

async function expectQuarantine(by: Payer, { wrong, ledger }: Fault) {
  const { attempt, money, alarms, ...found } = await read(by)
  expect(found.isPaid).toBe(false)
  expect(attempt.status).toBe('quarantined')
  const { provider_id } = attempt
  expect(money).toEqual(
    ['charge', 'refund'].flatMap((kind) => ledger.map((row) => ({ ...row, kind, provider_id }))),
  )
  expect(alarms).toMatchObject([
    { kind: 'wrong_payment', attempt_id: attempt.id, resolved_at: null, details: { wrong: [wrong] } },
  ])

  // Nothing more happens, whatever asks again.
  const logged = shop.logged.length
  for (let round = 0; round < 2; round++) {
    await moveShopTime(shop.db, 61)
    await sweep(shop)
  }
  expect(await read(by)).toMatchObject({ attempt, money, alarms: [{ id: alarms[0]?.id }] })
  expect(shop.logged.slice(logged)).toEqual([])
}

const logsOneAlarm = async (act: () => Promise<unknown>) => {
  const before = shop.logged.length
  await act()
  await sweep(shop)
  expect(shop.logged.slice(before)).toEqual([
    { event: 'alarm', kind: 'wrong_payment', provider: expect.any(String) },
  ])
}

describe.each(faults)('a card payment that is reported with %s', (_, fault) => {
  async function challenged() {
    const by = await payer(shop)
    const { json } = await pay(shop, by.visitor, { number: cards.challenged, attempt: 'first' })
    const intent = new URL(json.url).pathname.split('/').at(-1) ?? ''
    const back = await press(shop, json.url, 'approve')
    await report(intent, fault.card(intent))
    return { ...by, intent, back }
  }

  it('by a webhook is quarantined, and the sale can be paid again [C9]', async () => {
    const by = await challenged()
    await logsOneAlarm(async () =>
      expect(await sendStripeEvent(shop, 'payment_intent.succeeded', { id: by.intent })).toBe(200),
    )
    expect((await call(by.visitor, 'get_payment_error')).json).toEqual({ text: messageOf(fault) })
    await expectQuarantine(by, fault)
    expect((await pay(shop, by.visitor)).json).toEqual({ status: 'success' })
  })

  it('when the page asks again is quarantined, and the buyer is told so [C9]', async () => {
    const by = await challenged()
    await logsOneAlarm(async () =>
      expect((await pay(shop, by.visitor, { attempt: 'first' })).json).toEqual({
        status: 'unsuccessful',
        message: messageOf(fault),
        charged: true,
      }),
    )
    await expectQuarantine(by, fault)
    expect((await pay(shop, by.visitor, { attempt: 'first' })).json).toEqual({
      status: 'unsuccessful',
      message: messageOf(fault),
      charged: true,
    })
  })

  it('on the return from 3-D Secure is quarantined [C9]', async () => {
    const by = await challenged()
    await logsOneAlarm(async () => expect((await follow(by.visitor, by.back)).status).toBe(303))
    await expectQuarantine(by, fault)
  })

  it('to the sweep is quarantined, and the hold expires [C9]', async () => {
    const by = await challenged()
    await moveShopTime(shop.db, 61)
    await logsOneAlarm(() => Promise.resolve())
    await expectQuarantine(by, fault)
    await moveShopTime(shop.db, 601)
    await releaseExpired(shop.db)
    expect(await by.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})

describe.each(faults)('a bank transfer that is reported with %s', (_, fault) => {
  async function transferred() {
    const by = await payer(shop)
    const { json } = await call(by.visitor, 'create_truelayer_payment')
    const back = await press(shop, json.url, 'pay')
    const id = new URL(json.url).pathname.split('/').at(-1) ?? ''
    await report(id, fault.bank(id))
    return { ...by, back }
  }

  it('to the waiting page is quarantined, and the buyer is told so [C9]', async () => {
    const by = await transferred()
    await follow(by.visitor, by.back)
    await logsOneAlarm(async () =>
      expect((await call(by.visitor, 'get_truelayer_status')).json.truelayer_status).toMatchObject({
        payment_completed: false,
        truelayer_status_error: messageOf(fault),
      }),
    )
    await expectQuarantine(by, fault)
  })

  it('to the sweep is quarantined [C9]', async () => {
    const by = await transferred()
    await moveShopTime(shop.db, 61)
    await logsOneAlarm(() => Promise.resolve())
    await expectQuarantine(by, fault)
  })
})

describe('money that arrives at another account', () => {
  const elsewhere: Fault = {
    wrong: 'merchant',
    card: () => ({ location_id: 'ELSEWHERE' }),
    bank: () => ({
      payment_method: { beneficiary: { type: 'merchant_account', merchant_account_id: 'ELSEWHERE' } },
    }),
    ledger: [{ amount: 20_00, currency: 'GBP' }],
  }
  const paidTo = { reported: { account: 'ELSEWHERE' } }

  it('at another location of Square is quarantined [C9, S26]', async () => {
    const by = await squarePayer(shop)
    await payBySquare(shop, by.visitor, { number: cards.slow })
    await report((await read(by)).attempt.provider_id ?? '', elsewhere.card(''))
    await moveShopTime(shop.db, 61)
    await logsOneAlarm(() => Promise.resolve())
    await expectQuarantine(by, elsewhere)
    expect((await read(by)).alarms).toMatchObject([{ details: paidTo }])
  })

  it('at another merchant account of TrueLayer is quarantined [C9, S26]', async () => {
    const by = await payer(shop)
    const { json } = await call(by.visitor, 'create_truelayer_payment')
    await press(shop, json.url, 'pay')
    await report(new URL(json.url).pathname.split('/').at(-1) ?? '', elsewhere.bank(''))
    await call(by.visitor, 'get_truelayer_status')
    await sweep(shop)
    await expectQuarantine(by, elsewhere)
    expect((await read(by)).alarms).toMatchObject([{ details: paidTo }])
  })

  it('at the location of the organiser is an order', async () => {
    const by = await squarePayer(shop, { organiser: { merchant_id: 'L-OF-ITS-OWN' } })
    expect((await payBySquare(shop, by.visitor)).json).toEqual({ status: 'success' })
  })
})

it('raises an alarm without a refund if nothing was paid', async () => {
  const by = await payer(shop)
  const { json } = await pay(shop, by.visitor, { number: cards.challenged, attempt: 'nothing' })
  await press(shop, json.url, 'approve')
  await report(new URL(json.url).pathname.split('/').at(-1) ?? '', { amount: 0 })
  expect((await pay(shop, by.visitor, { attempt: 'nothing' })).json.status).toBe('unsuccessful')
  expect(await read(by)).toMatchObject({ attempt: { status: 'quarantined' }, money: [], alarms: [{}] })
})

it('mails the buyer once that a wrong payment is refunded [C9, L14]', async () => {
  const by = await payer(shop)
  const { json } = await pay(shop, by.visitor, { number: cards.challenged, attempt: 'mail' })
  await press(shop, json.url, 'approve')
  await report(new URL(json.url).pathname.split('/').at(-1) ?? '', { currency: 'jpy' })
  for (let round = 0; round < 2; round++) await pay(shop, by.visitor, { attempt: 'mail' })
  const { attempt } = await read(by)
  const mails = await mailsOf(shop, `refund:${attempt.id}`)
  expect(mails).toMatchObject([{ text: expect.stringContaining('did not match your order') }])
})

describe('a webhook about a payment that the shop does not know', () => {
  const alarmsAbout = (id: string) =>
    shop.db.selectFrom('alarms').selectAll().where('key', 'like', `%${id}`).execute()
  const paid = (id: string, reference: string) =>
    sendStripeEvent(shop, 'payment_intent.succeeded', {
      id,
      object: 'payment_intent',
      metadata: { reference },
    })

  it('raises one alarm if it names a sale of the shop [C9]', async () => {
    const by = await payer(shop)
    await sweep(shop)
    const before = shop.logged.length
    for (let round = 0; round < 2; round++) {
      expect(await paid('pi_unknown', by.reference)).toBe(200)
      await sweep(shop)
    }
    const { id, paid_at } = await by.sale()
    expect(paid_at).toBeNull()
    expect(await alarmsAbout('pi_unknown')).toMatchObject([
      { kind: 'unknown_payment', sale_id: id, attempt_id: null, details: { payment: 'pi_unknown' } },
    ])
    expect(shop.logged.slice(before)).toEqual([
      { event: 'alarm', kind: 'unknown_payment', provider: 'stripe' },
    ])
  })

  it('raises an alarm if the sale was paid with another payment', async () => {
    const by = await payer(shop)
    await pay(shop, by.visitor)
    expect(await paid('pi_second', by.reference)).toBe(200)
    expect(await alarmsAbout('pi_second')).toHaveLength(1)
  })

  it.each([
    ['the payment has not succeeded', 'payment_intent.created', true],
    ['it names no sale of the shop', 'payment_intent.succeeded', false],
  ])('raises no alarm if %s', async (_, type, isOurs) => {
    const { reference } = await payer(shop)
    const metadata = { reference: isOurs ? reference : 'ANOTHER' }
    expect(await sendStripeEvent(shop, type, { id: 'pi_quiet', object: 'payment_intent', metadata })).toBe(
      200,
    )
    expect(await alarmsAbout('pi_quiet')).toEqual([])
  })

  it('is sent again, without an alarm, while the charge that it may be about has no reply yet', async () => {
    const by = await payer(shop)
    const payment = { payment_method_id: await typeCard(shop), attempt: 'overtaken' }
    const [charged, mayGoOn] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
    const busy = { error: { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'Busy' } }
    let asked = 0
    shop.answer = async (request) => {
      if (asked++ > 0)
        return Response.json(busy, { status: 409, headers: { 'Stripe-Should-Retry': 'false' } })
      const reply = await shop.app.request(request)
      charged.resolve(((await reply.clone().json()) as { id: string }).id)
      await mayGoOn.promise
      return reply
    }
    const paying = call(by.visitor, 'pay_with_card', payment)
    const id = await charged.promise
    const early = await paid(id, by.reference)
    mayGoOn.resolve()
    expect((await paying).json).toEqual({ status: 'success' })
    shop.answer = null
    expect(early).toBe(503)
    expect(await paid(id, by.reference)).toBe(200)
    expect(await alarmsAbout(id)).toEqual([])
  })

  it('can be deleted with the basket that it names', async () => {
    const { reference } = await payer(shop)
    await paid('pi_old', reference)
    await moveShopTime(shop.db, 601)
    await releaseExpired(shop.db)
    await moveShopTime(shop.db, 31 * 24 * 60 * 60)
    await deleteExpired(shop.db)
    expect(await alarmsAbout('pi_old')).toMatchObject([{ sale_id: null }])
    await moveShopTime(shop.db, -31 * 24 * 60 * 60)
  })
})

describe('an earlier payment that turns out charged, but for another amount', () => {
  const told = 'Your payment did not match your order. It will be refunded in full.'

  /** A payer whose 3-D Secure payment succeeded with another amount, unknown to the shop. */
  async function chargedWrongly() {
    const by = await payer(shop)
    const { json } = await pay(shop, by.visitor, { number: cards.challenged })
    await press(shop, json.url, 'approve')
    await report(new URL(json.url).pathname.split('/').at(-1) ?? '', { amount: 19_99 })
    return by
  }
  const intents = async () =>
    (await shop.db.selectFrom('sandbox_records').select('id').where('kind', '=', 'payment_intent').execute())
      .length

  it('is reported to the buyer who pays again, before another card is charged', async () => {
    const by = await chargedWrongly()
    const before = await intents()
    const { json } = await pay(shop, by.visitor)
    expect(json).toEqual({ status: 'unsuccessful', message: told, charged: true })
    expect(await intents()).toBe(before)
    expect((await pay(shop, by.visitor)).json).toEqual({ status: 'success' })
  })

  it('is reported to the buyer who goes on by bank transfer, before the transfer opens', async () => {
    const by = await chargedWrongly()
    const { status, json } = await call(by.visitor, 'create_truelayer_payment')
    expect([status, json]).toEqual([409, { message: told }])
    expect((await call(by.visitor, 'create_truelayer_payment')).status).toBe(200)
  })
})
