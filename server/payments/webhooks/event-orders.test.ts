import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { cards, pay, payer } from '#server/testing/payers.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** What each event is about, and the status that a lagging provider replies after it; null for the true one. */
const events = {
  created: ['payment_intent.created', 'requires_action'],
  pending: ['payment_intent.requires_action', 'requires_action'],
  authorised: ['payment_intent.processing', 'processing'],
  succeeded: ['payment_intent.succeeded', null],
  failed: ['payment_intent.payment_failed', null],
  refunded: ['refund.created', null],
} as const
type EventName = keyof typeof events

const orderings = permutations(Object.keys(events) as EventName[])

/** Every 13th of the 720 orders; `EVENT_ORDERS=720` plays them all. */
const step = process.env.EVENT_ORDERS === '720' ? 1 : 13
const played = orderings.filter((_, i) => i % step === 0)

it(
  'ends as the provider has recorded it, whatever the order of its events, and a paid order stays paid [C8]',
  async () => {
    const template = await payer(shop, { places: 2 * played.length + 2 })
    await pay(shop, template.visitor, { number: cards.challenged })
    await copyPayment((await template.sale()).id)
    const payments = played.map((order, n) => ({
      id: `pi_order_${n}`,
      order,
      truth: n % 2 ? ('succeeded' as const) : ('canceled' as const),
      isKnown: false,
    }))
    let status = ''
    let asked = 0
    shop.answer = (request) => {
      asked++
      if (request.url.includes('/refunds'))
        return Promise.resolve(Response.json({ data: [], has_more: false }))
      const id = new URL(request.url).pathname.split('/').at(-1)!
      const reference = id.replace('pi_', '')
      const next_action = { redirect_to_url: { url: 'https://bank.test/' } }
      return Promise.resolve(
        Response.json({ id, status, amount: 20_00, currency: 'gbp', metadata: { reference }, next_action }),
      )
    }
    const tell = async (payment: (typeof payments)[number], name: EventName) => {
      const [type, lagging] = events[name]
      const wrong = payment.truth === 'succeeded' ? 'canceled' : 'succeeded'
      // Nothing read after the end may change it.
      status = payment.isKnown ? wrong : (lagging ?? payment.truth)
      payment.isKnown ||= lagging === null
      const object =
        name === 'refunded' ? { id: `re_${payment.id}`, payment_intent: payment.id } : { id: payment.id }
      expect(await sendStripeEvent(shop, type, object, `evt_${payment.id}_${name}`)).toBe(200)
    }
    for (const round of Object.keys(events).keys()) {
      for (const [n, payment] of payments.entries()) {
        await tell(payment, payment.order[round]!)
        if (n % 6 === round) await tell(payment, payment.order[Math.floor(round / 2)]!)
      }
      const expected = payments.map(({ id, truth, isKnown }) => {
        const isPaid = isKnown && truth === 'succeeded'
        const status = !isKnown ? 'open' : isPaid ? 'succeeded' : 'failed'
        return {
          id,
          status,
          is_paid: isPaid,
          charges: Number(isPaid),
          refunds: 0,
          tickets: 2 * Number(isPaid),
        }
      })
      expect(await readPayments()).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    }
    expect(asked).toBeGreaterThan(played.length)
  },
  30_000 + 100 * played.length,
)

/** Copies a reserved sale with its open payment once for each order of events. */
async function copyPayment(saleId: string): Promise<void> {
  const copies = sql`insert into sales select (jsonb_populate_record(s,
      jsonb_build_object('id', gen_random_uuid(), 'reference', 'order_' || n))).*
    from sales s, generate_series(0, ${sql.lit(played.length - 1)}) n where s.id = ${saleId}`
  const lines = sql`insert into sale_tickets select (jsonb_populate_record(l, jsonb_build_object('sale_id', s.id))).*
    from sale_tickets l, sales s where l.sale_id = ${saleId} and s.reference like 'order\_%'`
  const attempts = sql`insert into payment_attempts select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'sale_id', s.id, 'provider_id', 'pi_' || s.reference,
      'details', jsonb_set(a.details, '{reference}', to_jsonb(s.reference))))).*
    from payment_attempts a, sales s where a.sale_id = ${saleId} and s.reference like 'order\_%'`
  const places = sql`update pools p set held = p.held + 2 * ${sql.lit(played.length)} from sale_tickets l
    join ticket_types t on t.id = l.ticket_type_id where t.pool_id = p.id and l.sale_id = ${saleId}`
  for (const statement of [copies, lines, attempts, places]) await statement.execute(shop.db)
}

async function readPayments() {
  const { rows } = await sql<object>`
    select a.provider_id as id, a.status, s.paid_at is not null as is_paid,
      (select count(*)::int from payments p where p.sale_id = s.id and p.kind = 'charge') as charges,
      (select count(*)::int from payments p where p.sale_id = s.id and p.kind = 'refund') as refunds,
      (select count(*)::int from tickets k where k.sale_id = s.id) as tickets
    from sales s join payment_attempts a on a.sale_id = s.id where s.reference like 'order\_%'
    order by a.provider_id collate "C"`.execute(shop.db)
  return rows
}

function permutations<T>(all: T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((first, i) => permutations(all.toSpliced(i, 1)).map((others) => [first, ...others]))
}
