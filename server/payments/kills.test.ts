import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { shopNow } from '#server/database/shop-time.ts'
import { loadSquare } from '#server/providers/square.ts'
import { visit, type Visitor } from '#sandbox/visitor.ts'
import { findBookErrors, findProviderRecords } from '#server/testing/books.ts'
import { call, offer } from '#server/testing/offers.ts'
import { endPayments, passTime } from '#server/testing/pass-time.ts'
import { cards, press, typeCard, typeSquareCard } from '#server/testing/payers.ts'
import { startPostgresProxy, type Cut, type PostgresProxy } from '#server/testing/postgres-proxy.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import {
  newProcess,
  startShopProcesses,
  type ShopProcess,
  type ShopProcesses,
} from '#server/testing/shop-processes.ts'

// Each test starts a process, which takes seconds.
vi.setConfig({ testTimeout: 120_000 })

/** A shop in a process of its own is killed at a chosen moment by what stands between it and its surroundings. */

let world: ShopProcesses
let database: PostgresProxy
let process: ShopProcess

beforeAll(async () => {
  await loadSquare()
  world = await startShopProcesses(0)
  database = await startPostgresProxy(world.databaseUrl)
  process = await newProcess(world.worker, database.databaseUrl, world.mails)
  await process.shop.start()
})
afterAll(async () => {
  await process?.shop.stop()
  await process?.providers.close()
  await database?.close()
  await world?.stop()
})
afterEach(() => {
  process.providers.handle = (_, forward) => forward()
  world.mails.onMail = () => {}
  database.cut = null
})

/** Kills the shop; resolves when it is dead. */
let isKilled = Promise.withResolvers<void>()
const kill = async () => {
  await process.shop.kill()
  isKilled.resolve()
}

/** Does something with a shop that is killed meanwhile, and restarts it. */
async function untilKilled(work: () => Promise<unknown>): Promise<void> {
  isKilled = Promise.withResolvers()
  await Promise.all([isKilled.promise, work().catch(() => {})])
  process.providers.handle = (_, forward) => forward()
  world.mails.onMail = () => {}
  await process.shop.start()
}

/** Restarts the shop, which is killed while its jobs work off what is due, and restarts it again. */
async function untilKilledInJob(arrange: () => void): Promise<void> {
  await process.shop.kill()
  arrange()
  await untilKilled(() => Promise.race([process.shop.start(), isKilled.promise]))
}

/** Kills the shop at a request to a provider: before the provider gets it, or before the shop gets the reply. */
function killAtProvider(path: RegExp, when: 'before' | 'after'): void {
  process.providers.handle = async (request, forward) => {
    if (!path.test(`${request.method} ${new URL(request.url).pathname}`)) return forward()
    if (when === 'after') await forward()
    await kill()
    return new Response(null, { status: 503 })
  }
}

/** Kills the shop at a statement: before the database gets it, or before the shop gets the reply. */
function killAtStatement(at: Cut['at'], when: Cut['when'] = 'before'): void {
  database.cut = { at, when, kill }
}

const last = (pattern: RegExp) => (statements: string[]) => pattern.test(statements.at(-1) ?? '')
const commitOf = (pattern: RegExp) => (statements: string[]) =>
  statements.at(-1) === 'commit' && statements.some((statement) => pattern.test(statement))

const issuesTickets = /insert into "tickets"/

interface Buyer {
  visitor: Visitor
  saleId: string
  poolId: string
}

/** Makes a guest with two reserved tickets at £10. */
async function buyer(changes: Parameters<typeof offer>[1] = {}): Promise<Buyer> {
  const { db } = world.worker
  const event = await offer(db, changes)
  const visitor = await visit(process.app, process.config.origin)
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
  const { json } = await call(visitor, 'reserve_tickets')
  const { id } = await db
    .updateTable('sales')
    .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
    .where('reference', '=', json.sale_reference)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { visitor, saleId: id, poolId: event.id }
}

const methods = {
  card: {
    changes: {},
    charges: /^POST .*\/v1\/payment_intents$/,
    pay: async ({ visitor }: Buyer, number?: string) =>
      call(visitor, 'pay_with_card', {
        payment_method_id: await typeCard(world.worker, number),
        attempt: 'first',
      }),
  },
  Square: {
    changes: { organiser: { provider: 'square' } },
    charges: /^POST .*\/v2\/payments$/,
    pay: async ({ visitor }: Buyer, number?: string) =>
      call(visitor, 'pay_with_square', {
        source_id: await typeSquareCard(world.worker, number),
        attempt: 'first',
      }),
  },
} as const

/** Lets the payments of the sale end, and expects one order, one charge, and every mail once. */
async function expectOneOrder(one: Buyer): Promise<void> {
  const { db } = world.worker
  await endPayments(world.worker, [one.saleId])
  expect(await findBookErrors(db, one.saleId, one.poolId)).toEqual([])
  const { paid_at } = await saleOf(one)
  expect(paid_at).not.toBeNull()
  const records = await findProviderRecords(db, one.saleId)
  expect(records.map(({ kind }) => kind)).toHaveLength(1)
}

const saleOf = ({ saleId }: Buyer) =>
  world.worker.db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()

describe.each(['card', 'Square'] as const)('after a shop was killed during a payment by %s', (name) => {
  const method = methods[name]
  const moments: [string, () => void][] = [
    ['before the provider gets the charge', () => killAtProvider(method.charges, 'before')],
    ['after the charge, before its reply', () => killAtProvider(method.charges, 'after')],
    [
      'after the reply, before it is recorded',
      () => {
        process.providers.handle = async (_, forward) => {
          const reply = await forward()
          killAtStatement(last(/^begin/))
          return reply
        }
      },
    ],
    ['while the order is recorded', () => killAtStatement(last(issuesTickets))],
    [
      'after the order is recorded, before the reply to the page',
      () => killAtStatement(commitOf(issuesTickets), 'after'),
    ],
  ]

  // What follows the reply is the same for both.
  it.each(name === 'Square' ? moments.slice(0, 2) : moments)(
    '%s, the payment makes one order, even if the page never returns',
    async (_, arrange) => {
      const one = await buyer(method.changes)
      arrange()
      await untilKilled(() => method.pay(one))
      await expectOneOrder(one)
    },
  )
})

it('killed while tickets are delivered, the shop delivers them once [C13, C15]', async () => {
  const one = await buyer()
  await methods.card.pay(one)
  killAtStatement(last(/update "sales" set "delivered_to_bitticket_at"/))
  await untilKilled(() => call(one.visitor, 'deliver_to_bitticket'))
  expect((await call(one.visitor, 'deliver_to_bitticket')).status).toBe(200)
  await expectOneOrder(one)
})

it('killed when the mail server has taken a mail, the shop sends the same mail again, and no other [C13, C15]', async () => {
  const one = await buyer()
  world.mails.onMail = kill
  await untilKilled(() => methods.card.pay(one))
  const { db } = world.worker
  const receipt = db.updateTable('outbox').where('key', '=', `receipt:${one.saleId}`)
  await receipt.set({ due_at: shopNow }).execute()
  await vi.waitFor(async () => {
    const { sent_at } = await db
      .selectFrom('outbox')
      .select('sent_at')
      .where('key', '=', `receipt:${one.saleId}`)
      .executeTakeFirstOrThrow()
    expect(sent_at).not.toBeNull()
  }, 20_000)
  const mails = world.mails.received.filter(({ to }) => to.join().includes(one.poolId))
  expect(new Set(mails.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1])).size).toBe(1)
  await expectOneOrder(one)
})

it('killed after a refund, before its reply, the shop refunds once [C13, C20]', async () => {
  const one = await buyer()
  const { json } = await call(one.visitor, 'create_truelayer_payment')
  // The bank accepts the cancellation but executes the transfer nevertheless.
  process.providers.handle = async (request, forward) =>
    request.url.endsWith('/actions/cancel') ? new Response(null, { status: 202 }) : forward()
  await call(one.visitor, 'get_payment_error')
  await call(one.visitor, 'update_ticket_quantity', { ticket_id: `${one.poolId}-adult`, quantity: 1 })
  await press(world.worker, json.url, 'pay')
  await passTime(world.worker.db, [one.saleId], 61)
  await untilKilledInJob(() => killAtProvider(/^POST .*\/refunds$/, 'after'))
  await endPayments(world.worker, [one.saleId])
  expect(await findBookErrors(world.worker.db, one.saleId, one.poolId)).toEqual([])
  const records = await findProviderRecords(world.worker.db, one.saleId)
  expect(records.map(({ kind }) => kind).toSorted()).toEqual(['bank_payment', 'refund'])
})

it('killed after a webhook is stored, before it is applied, the shop applies it when it is sent again [C13, C8]', async () => {
  const one = await buyer()
  await methods.card.pay(one, cards.slow)
  await passTime(world.worker.db, [one.saleId], 21)
  const [payment] = await findProviderRecords(world.worker.db, one.saleId)
  const send = () =>
    sendStripeEvent(
      process,
      'payment_intent.succeeded',
      { object: 'payment_intent', id: payment?.record.id },
      `evt ${one.saleId}`,
    )
  killAtStatement(last(/insert into "provider_events"/), 'after')
  await untilKilled(send)
  expect((await saleOf(one)).paid_at).toBeNull()
  expect(await send()).toBe(200)
  expect((await saleOf(one)).paid_at).not.toBeNull()
  await expectOneOrder(one)
})

it('killed while its job settles a payment, the shop settles it afterwards [C13]', async () => {
  const one = await buyer()
  await methods.card.pay(one, cards.slow)
  await passTime(world.worker.db, [one.saleId], 61)
  await untilKilledInJob(() => killAtProvider(/^GET .*\/v1\/payment_intents\//, 'after'))
  await expectOneOrder(one)
})

it('killed after a bank transfer is opened, before its reply, the shop lets the buyer pay by card [C13]', async () => {
  const one = await buyer()
  killAtProvider(/^POST .*\/v3\/payments$/, 'after')
  await untilKilled(() => call(one.visitor, 'create_truelayer_payment'))
  expect((await methods.card.pay(one)).json).toEqual({ status: 'success' })
  await endPayments(world.worker, [one.saleId])
  expect(await findBookErrors(world.worker.db, one.saleId, one.poolId)).toEqual([])
})

it.each(['before', 'after'] as const)(
  'killed %s a hold is stored, the shop holds the tickets once or not at all [C13]',
  async (when) => {
    const event = await offer(world.worker.db)
    const visitor = await visit(process.app, process.config.origin)
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
    killAtStatement(commitOf(/update pools set held/), when)
    await untilKilled(() => call(visitor, 'reserve_tickets'))
    expect((await event.pool()).held).toBe(when === 'after' ? 2 : 0)
    expect((await call(visitor, 'reserve_tickets')).json).toMatchObject({
      reserved: true,
      fresh_reservation: when === 'before',
    })
    expect((await event.pool()).held).toBe(2)
  },
)

it('killed in the middle of a migration, the shop completes it at the next start [C13]', async () => {
  await sql`create database another`.execute(world.worker.db)
  const address = new URL(world.databaseUrl)
  address.pathname = '/another'
  const through = await startPostgresProxy(address.href)
  const fresh = await newProcess(world.worker, through.databaseUrl, world.mails)
  const isDead = Promise.withResolvers<void>()
  through.cut = {
    at: last(/create table payments /),
    when: 'before',
    kill: () => fresh.shop.kill().then(isDead.resolve),
  }
  await Promise.race([fresh.shop.start(), isDead.promise])
  expect(through.cut).toBeNull()
  await fresh.shop.start()
  const visitor = await visit(fresh.app, fresh.config.origin)
  expect((await visitor.get('/all-events/')).text).toContain('Late Film Club')
  await fresh.shop.stop()
  await fresh.providers.close()
  await through.close()
})
