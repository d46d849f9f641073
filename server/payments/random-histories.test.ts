import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { releaseExpired } from '#server/reservation/expiry.ts'
import type { Reply } from '#sandbox/visitor.ts'
import { discountCode, giftVoucher } from '#server/testing/codes.ts'
import { call, checkoutOf, offer, type Offered } from '#server/testing/offers.ts'
import { passTime } from '#server/testing/pass-time.ts'
import { pay } from '#server/testing/payers.ts'
import { findUnexplained, type Operation } from '#server/testing/serial-order.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, type TwoShops } from '#server/testing/two-shops.ts'

/** Another `HISTORIES_SEED` plays other histories; `HISTORIES` more of them, `HISTORY_ROUNDS` longer ones. */
const firstSeed = Number(process.env.HISTORIES_SEED ?? 1)
const seeds = Array.from({ length: Number(process.env.HISTORIES ?? 1) }, (_, i) => firstSeed + i)
const rounds = Number(process.env.HISTORY_ROUNDS ?? 40)
const clients = 8

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

/** What holds after every commit: tickets, uses of codes and money on vouchers are counted once, and none too many. */
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
  select 'tickets of ' || p.id || ': ' || p.held || ' held, ' || p.sold || ' sold; lines ' || coalesce(l.held, 0) || ', '
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

describe.each(seeds)('random histories of eight buyers in two processes (HISTORIES_SEED=%i)', (seed) => {
  let played: Played
  beforeAll(async () => void (played = await play(seed)), 60_000 + 2000 * rounds)

  it('keep tickets, codes and vouchers right at every commit [C4, C19, C24]', async () => {
    expect([...played.found, ...played.unexpected]).toEqual([])
    for (const event of played.events) expect((await event.pool()).sold).toBeGreaterThan(0)
  })

  it('get replies that some order of the calls, one after the other, explains [C19]', () => {
    const { operations, start } = played
    expect(findUnexplained(operations, start)).toBeNull()
    const names = operations.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['holds', 'releases']))
  })
})

interface Played {
  events: Events
  /** What was wrong after a commit. */
  found: Set<string>
  /** Replies that no buyer should get. */
  unexpected: string[]
  operations: Operation<Left>[]
  start: Left
}

/** What is left for everybody: tickets of both events, uses of the code, and pence on the gift voucher. */
type Left = readonly [one: number, other: number, uses: number, pence: number]

async function play(seed: number): Promise<Played> {
  const { db } = shops[0]
  // Longer histories find as much to buy in each round.
  const scale = rounds / 40
  const start: Left = [20 * scale, 6 * scale, 3 * scale, 2500 * scale]
  const events: Events = [
    await offer(db, { places: start[0], event: { title: titles[0] } }),
    await offer(db, { places: start[1], event: { title: titles[1] } }),
  ]
  const codes = await addCodes(events[0].organiserId, seed, start)
  const histories = fc.sample(
    fc.array(fc.constantFrom(...commands), { minLength: rounds, maxLength: rounds }),
    { seed, numRuns: clients },
  )
  let isOver = false
  const found = new Set<string>()
  const look = async () => {
    do for (const { what } of (await broken.execute(db)).rows) found.add(what)
    while (!isOver)
  }
  const looking = look()
  const unexpected: string[] = []
  const operations: Operation<Left>[] = []
  await Promise.all(
    histories.map(async (history, index) => {
      const shop = shops[index % 2]!
      const buyer: Buyer = { shop, events, codes, visitor: await shop.visitor(), client: index, has: nothing }
      for (const command of ['add' as const, ...history])
        for (const part of command === 'buy' ? (['add', 'reserve', 'pay'] as const) : [command]) {
          const { reply, operation, problem } = await observe(buyer, part)
          if (operation) operations.push(operation)
          if (problem) unexpected.push(`${part}: ${problem}`)
          if (reply && reply.status !== 200) break
        }
    }),
  )
  isOver = true
  await looking
  return { events, found, unexpected, operations, start }
}

type Events = readonly [Offered, Offered]

const titles = ['North', 'South'] as const

type Codes = Awaited<ReturnType<typeof addCodes>>
type Command = Exclude<(typeof commands)[number], 'buy'>

interface Buyer {
  client: number
  shop: TwoShops[number]
  visitor: Visitor
  events: Events
  codes: Codes
  /** What the shop said last that the buyer's sale holds. */
  has: Left
}

const nothing: Left = [0, 0, 0, 0]

/** The order of sending and answering, in the one process of this test. */
let moment = 0

/** Runs a command and reads the checkout. Returns what both replies say about what is left for everybody. */
async function observe(buyer: Buyer, command: Command) {
  const { client, has, visitor, shop } = buyer
  const sent = moment++
  const reply = await run(command, buyer)
  const { status, text, json: checkout } = await visitor.get('/ajax/checkout/checkout/get/')
  const answered = moment++
  if (status !== 200) return { reply, problem: text }
  const wanted = wantedOf(checkout, buyer)
  const isHeld = checkout.payment_complete || checkout.seconds_remaining > 0
  buyer.has = isHeld ? wanted : nothing
  const taken = buyer.has.map((amount, i) => amount - has[i]!)
  const said = taken.some(Boolean)
    ? { name: taken.some((amount) => amount > 0) ? 'holds' : 'releases', fits: () => true }
    : whyRefused(command, reply, wanted, buyer)
  // Whoever has bought, or would need a captcha, starts again.
  if (checkout.payment_complete || reply?.json?.captcha)
    Object.assign(buyer, { visitor: await shop.visitor(), has: nothing })
  const apply = (left: Left) => {
    const after = left.map((amount, i) => amount - taken[i]!)
    return said?.fits(left) && after.every((amount) => amount >= 0) ? (after as unknown as Left) : null
  }
  return {
    reply,
    operation: said && { client, sent, answered, name: said.name, apply },
    problem: problemOf(reply) || (reply?.json?.reserved && !isHeld ? 'reserved, but not held' : ''),
  }
}

const problemOf = (reply?: Reply) => (reply && reply.status >= 500 && reply.status !== 503 ? reply.text : '')

/** What the buyer's basket takes from everybody if it is held. */
function wantedOf(checkout: Reply['json'], { events, codes }: Buyer): Left {
  const lines: { ticket_id: string; qty: number }[] = checkout.tickets
  const [one, other] = events.map(
    (event) => lines.find((line) => line.ticket_id === event.ticket())?.qty ?? 0,
  )
  const uses = Number(codes.discount in checkout.discounts_applied)
  return [one!, other!, uses, Math.round(100 * Number(checkout.gift_vouchers_applied_total))]
}

/** What a refusal says about what is left; undefined if nothing. */
function whyRefused(command: Command, reply: Reply | undefined, wanted: Left, { has, codes }: Buyer) {
  const error = String(reply?.json?.error ?? '')
  const isRejected = reply?.json?.code_applied === false
  const isUsedUp = error.includes(`code ${codes.discount} can no longer`)
  const isSpent = error.includes('gift voucher can no longer') && wanted[0] > 0
  if (error.includes('not enough tickets'))
    return {
      name: 'sold out',
      // Names the tickets of one event, even if there are not enough of both.
      fits: (left: Left) => titles.some((title, i) => error.includes(`${title} - `) && left[i]! < wanted[i]!),
    }
  if (isUsedUp || isSpent)
    return {
      name: isUsedUp ? 'code used up' : 'no money left',
      fits: (left: Left) => (!isUsedUp || left[2] === 0) && (!isSpent || left[3] === 0),
    }
  // The call releases the buyer's own hold first, and is undone.
  if (command === 'code' && isRejected && wanted[0] + wanted[1] > 0)
    return { name: 'code used up', fits: (left: Left) => left[2] + has[2] === 0 }
  if (command === 'voucher' && isRejected && wanted[0] > 0)
    return { name: 'no money left', fits: (left: Left) => left[3] + has[3] === 0 }
  return undefined
}

async function run(command: Command, { shop, visitor, events, codes }: Buyer): Promise<Reply | undefined> {
  const [event, other] = events
  const ticket_id = event.ticket()
  if (command === 'add') return visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
  if (command === 'add other')
    return visitor.post('/do/checkout/add/', { ticket: [other.entry(1), event.entry(1)] })
  if (command === 'more') return call(visitor, 'update_ticket_quantity', { ticket_id, quantity: 2 })
  if (command === 'remove') return call(visitor, 'remove_from_basket', { ticket_id })
  if (command === 'code') return call(visitor, 'set_code', { code: codes.discount })
  if (command === 'voucher') return call(visitor, 'set_code', { code: codes.voucher })
  if (command === 'reserve') return call(visitor, 'reserve_tickets')
  if (command === 'edit') return call(visitor, 'destroy_sale')
  if (command === 'sweep') return void (await releaseExpired(shop.db))
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

async function addCodes(organiser_id: string, seed: number, [, , max_uses, value]: Left) {
  const { db } = shops[0]
  const codes = { discount: `HISTORY${seed}CODE`, voucher: `HISTORY${seed}MONEY` }
  await discountCode(db, codes.discount, { max_uses })
  await giftVoucher(db, codes.voucher, { organiserId: organiser_id, value })
  return codes
}
