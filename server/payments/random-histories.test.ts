import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { releaseExpired } from '#server/reservation/expiry.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { passTime } from '#server/testing/pass-time.ts'
import { pay } from '#server/testing/payers.ts'
import type { Reply } from '#server/sandbox/visitor.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, type TwoShops } from '#server/testing/two-shops.ts'

/** Another `HISTORIES_SEED` plays other histories. */
const seed = Number(process.env.HISTORIES_SEED ?? 1)
const clients = 8
const rounds = 40

let shops: TwoShops
let stop: (() => Promise<void>) | undefined
beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const commands = [
  'add',
  'add other',
  'more',
  'remove',
  'code',
  'voucher',
  'reserve',
  'reserve',
  'edit',
  'expire',
  'sweep',
  'pay',
  'buy',
] as const

/** What holds after every commit: places, uses of codes and money on vouchers are counted once, and none too many. */
const broken = sql<{ what: string }>`
  with lines as (
    select t.pool_id, sum(case when s.paid_at is null then l.held_qty else 0 end)::int as held,
      sum(case when s.paid_at is not null then l.qty else 0 end)::int as sold
    from sale_tickets l join sales s on s.id = l.sale_id join ticket_types t on t.id = l.ticket_type_id group by 1
  ), issued as (
    select t.pool_id, count(*)::int as count from tickets k join ticket_types t on t.id = k.ticket_type_id group by 1
  ), uses as (
    select c.code, count(*) filter (where c.is_held and s.paid_at is null)::int as held,
      count(*) filter (where s.paid_at is not null)::int as used
    from sale_codes c join sales s on s.id = c.sale_id group by 1
  ), spent as (
    select issued_voucher_id as id, sum(case when s.paid_at is null then a.held_amount else 0 end)::int as held
    from sale_vouchers_applied a join sales s on s.id = a.sale_id group by 1
  )
  select 'places of ' || p.id || ': ' || p.held || ' held, ' || p.sold || ' sold; lines ' || coalesce(l.held, 0) || ', '
    || coalesce(l.sold, 0) || '; tickets ' || coalesce(i.count, 0) as what
  from pools p left join lines l on l.pool_id = p.id left join issued i on i.pool_id = p.id
  where p.id like 'offer-%' and (p.held + p.sold > p.capacity or p.held <> coalesce(l.held, 0)
    or p.sold <> coalesce(l.sold, 0) or p.sold <> coalesce(i.count, 0))
  union all
  select 'code ' || d.code || ': ' || d.held || ' held, ' || d.used || ' used; baskets ' || coalesce(u.held, 0) || ', '
    || coalesce(u.used, 0)
  from discount_codes d left join uses u on u.code = d.code
  where d.code like 'HISTORY%' and (d.held + d.used > d.max_uses or d.held <> coalesce(u.held, 0)
    or d.used <> coalesce(u.used, 0))
  union all
  select 'voucher ' || v.code || ': ' || v.held || ' of ' || v.balance || ' held; baskets ' || coalesce(m.held, 0)
  from issued_vouchers v left join spent m on m.id = v.id
  where v.code like 'HISTORY%' and (v.held > v.balance or v.balance > v.value or v.held <> coalesce(m.held, 0))
  union all
  select 'paid and expired: ' || reference from sales where paid_at is not null and held_until is not null`

it('keeps places, codes and vouchers right at every commit of random histories of eight buyers in two processes [C4, C19, C24]', async () => {
  const { db } = shops[0]
  const events = [await offer(db, { places: 25 }), await offer(db, { places: 8 })] as const
  await addCodes(events[0].organiserId)
  const histories = fc.sample(
    fc.array(fc.constantFrom(...commands), { minLength: rounds, maxLength: rounds }),
    {
      seed,
      numRuns: clients,
    },
  )
  let isOver = false
  const found = new Set<string>()
  const look = async () => {
    do for (const { what } of (await broken.execute(db)).rows) found.add(what)
    while (!isOver)
  }
  const looking = look()
  const unexpected: string[] = []
  await Promise.all(
    histories.map(async (history, index) => {
      const shop = shops[index % 2]!
      let visitor = await visitorWith(shop, events[0].entry(1))
      for (const command of history) {
        const reply = await run(command, shop, visitor, events)
        if (reply && reply.status >= 500 && reply.status !== 503) unexpected.push(`${command}: ${reply.text}`)
        // Whoever has bought starts again.
        if ((await checkoutOf(visitor)).payment_complete)
          visitor = await visitorWith(shop, events[0].entry(1)).catch(() => shop.visitor())
      }
    }),
  )
  isOver = true
  await looking
  expect([...found, ...unexpected], `HISTORIES_SEED=${seed}`).toEqual([])
  const [one, other] = await Promise.all(events.map((event) => event.pool()))
  expect(one!.sold).toBeGreaterThan(3)
  expect(other!.sold).toBeGreaterThan(0)
})

type Events = readonly [Awaited<ReturnType<typeof offer>>, Awaited<ReturnType<typeof offer>>]

async function run(
  command: (typeof commands)[number],
  shop: TwoShops[number],
  visitor: Visitor,
  events: Events,
): Promise<Reply | undefined> {
  const [event, other] = events
  const ticket_id = event.ticket()
  if (command === 'add') return visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
  if (command === 'add other')
    return visitor.post('/do/checkout/add/', { ticket: [other.entry(1), event.entry(1)] })
  if (command === 'more') return call(visitor, 'update_ticket_quantity', { ticket_id, quantity: 2 })
  if (command === 'remove') return call(visitor, 'remove_from_basket', { ticket_id })
  if (command === 'code') return call(visitor, 'set_code', { code: 'HISTORYCODE' })
  if (command === 'voucher') return call(visitor, 'set_code', { code: 'HISTORYMONEY' })
  if (command === 'reserve') return call(visitor, 'reserve_tickets')
  if (command === 'edit') return call(visitor, 'destroy_sale')
  if (command === 'sweep') return void (await releaseExpired(shop.db))
  if (command === 'buy')
    for (const step of ['add', 'reserve'] as const) {
      const reply = await run(step, shop, visitor, events)
      if (reply?.status !== 200) return reply
    }
  const { sale_reference } = await checkoutOf(visitor)
  const sale = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', sale_reference ?? '')
    .executeTakeFirst()
  if (!sale) return undefined
  if (command === 'expire') return void (await passTime(shop.db, [sale.id], 601))
  const guest = { guest_email: `${sale.id}@example.com`, guest_name: 'Ada Lovelace' }
  await shop.db
    .updateTable('sales')
    .set(guest)
    .where('id', '=', sale.id)
    .where('paid_at', 'is', null)
    .execute()
  return pay(shop, visitor)
}

async function addCodes(organiser_id: string): Promise<void> {
  const { db } = shops[0]
  const common = { organiser_id: null, event_id: null, currency: null }
  await db
    .insertInto('discount_codes')
    .values({ code: 'HISTORYCODE', kind: 'ticket_percent', amount: 1000, max_uses: 3, ...common })
    .execute()
  await db
    .insertInto('issued_vouchers')
    .values({
      code: 'HISTORYMONEY',
      sale_id: null,
      product_id: null,
      organiser_id,
      currency: 'GBP',
      value: 2500,
      balance: 2500,
      expires_at: new Date('2999-01-01'),
    })
    .execute()
}
