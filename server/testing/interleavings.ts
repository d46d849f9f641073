import { setTimeout as wait } from 'node:timers/promises'

import fc from 'fast-check'
import { sql } from 'kysely'

import { visit, type Reply } from '#server/sandbox/visitor.ts'

import { findBookErrors, findProviderRecords } from './books.ts'
import { call, offer, type Offered } from './offers.ts'
import { cards, press, typeCard, typeSquareCard } from './payers.ts'
import { endPayments, passTime, runJobs } from './pass-time.ts'
import { sendSquareEvent, sendStripeEvent, sendTruelayerEvent } from './provider-events.ts'
import type { ShopProcess, ShopProcesses } from './shop-processes.ts'
import type { Visitor } from './test-shop.ts'

/** How a buyer pays for the basket of an interleaving; a bank transfer is possible instead of the card. */
type Method = 'card' | 'square' | 'free'

/** One thing that a buyer, a bank, a provider or a job does. Steps use only the details that concern them. */
interface Step {
  name: keyof typeof deeds
  /** The process that takes the request. */
  shop: number
  /** Milliseconds after the start of the round. */
  after: number
  card: keyof typeof cardNumbers
  attempt: 'a' | 'b'
  ending: 'pay' | 'pay_slowly' | 'fail' | 'cancel'
  /** Chooses among what there is, such as the payments of a sale. */
  pick: number
}

/** Rounds of simultaneous steps on one basket. */
export interface Interleaving {
  method: Method
  rounds: Step[][]
}

const cardNumbers = { pays: '4242424242424242', ...cards }

/** A basket during an interleaving. */
interface Played {
  world: ShopProcesses
  method: Method
  saleId: string
  event: Offered
  /** The buyer's browser; its requests go to the process of the current step. */
  visitorAt: (shop: number) => Visitor
  /** Addresses that the buyer was sent to. */
  challenge: string
  bank: string
  /** The address from which the provider sends the buyer back. */
  back: string
}

const deeds = {
  pay: async (played: Played, { shop, card, attempt }: Step) => {
    const { world, method } = played
    const visitor = played.visitorAt(shop)
    const number = cardNumbers[card]
    if (method === 'free') return call(visitor, 'claim_free_tickets')
    if (method === 'square')
      return call(visitor, 'pay_with_square', {
        source_id: await typeSquareCard(world.worker, number),
        attempt,
      })
    const reply = await call(visitor, 'pay_with_card', {
      payment_method_id: await typeCard(world.worker, number),
      attempt,
    })
    if (reply.json?.url) played.challenge = reply.json.url
    return reply
  },
  'open bank': async (played: Played, { shop }: Step) => {
    const reply = await call(played.visitorAt(shop), 'create_truelayer_payment')
    if (reply.json?.url?.startsWith('http')) played.bank = reply.json.url
    return reply
  },
  'press at bank': async (played: Played, { ending }: Step) => {
    if (!played.bank) return nothing
    played.back = await press(played.world.worker, played.bank, ending)
    return ending
  },
  challenge: async (played: Played, { ending }: Step) => {
    if (!played.challenge) return nothing
    const result = ending.startsWith('pay') ? 'approve' : 'fail'
    played.back = await press(played.world.worker, played.challenge, result)
    return result
  },
  return: (played: Played, { shop }: Step) => {
    const back = new URL(played.back || 'http://shop.test/do/checkout/stripe_auth/')
    return played.visitorAt(shop).get(back.pathname + back.search)
  },
  'poll bank': ({ visitorAt }: Played, { shop }: Step) => call(visitorAt(shop), 'get_truelayer_status'),
  'payment step': ({ visitorAt }: Played, { shop }: Step) => call(visitorAt(shop), 'get_payment_error'),
  read: ({ visitorAt }: Played, { shop }: Step) => visitorAt(shop).get('/ajax/checkout/checkout/get/'),
  edit: ({ visitorAt, event }: Played, { shop, pick }: Step) =>
    call(visitorAt(shop), 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 1 + (pick % 3) }),
  destroy: ({ visitorAt }: Played, { shop }: Step) => call(visitorAt(shop), 'destroy_sale'),
  reserve: ({ visitorAt }: Played, { shop }: Step) => call(visitorAt(shop), 'reserve_tickets'),
  deliver: async ({ visitorAt }: Played, { shop }: Step) => {
    await call(visitorAt(shop), 'deliver_to_bitticket')
    return call(visitorAt(shop), 'deliver_to_wallet')
  },
  expire: async ({ world: { worker }, saleId }: Played, { pick }: Step) => {
    // At about the time of the other steps of the round.
    const held_until = new Date(Date.now() + (pick % 20))
    await worker.db
      .updateTable('sales')
      .set({ held_until })
      .where('id', '=', saleId)
      .where('held_until', 'is not', null)
      .execute()
  },
  'a minute passes': ({ world, saleId }: Played) => passTime(world.worker.db, [saleId], 61),
  'half an hour passes': ({ world, saleId }: Played) => passTime(world.worker.db, [saleId], 31 * 60),
  jobs: ({ world }: Played) => runJobs(world.worker),
  'another buyer': async ({ world: { worker }, event }: Played) => {
    const rival = await worker.visitor()
    await rival.post('/do/checkout/add/', { ticket: [event.entry(2)] })
    return call(rival, 'reserve_tickets')
  },
  webhook: async (played: Played, step: Step) => {
    const payment = await paymentOf(played, step)
    return payment ? sendEvent(played.world.processes[step.shop]!, payment, step) : nothing
  },
  'webhook twice': async (played: Played, step: Step) => {
    const payment = await paymentOf(played, step)
    if (!payment) return nothing
    const [one, other] = [step.shop, (step.shop + 1) % played.world.processes.length]
    return Promise.all([one, other].map((shop) => sendEvent(played.world.processes[shop]!, payment, step)))
  },
  'forged webhook': async (played: Played, step: Step) => {
    const payment = await paymentOf(played, step)
    if (!payment) return nothing
    const status = await sendForged(played.world.processes[step.shop]!, payment)
    if (status !== 400) throw new Error(`a forged webhook was answered with ${status}`)
    return status
  },
}

const nothing = 'nothing to do'

/** Interleavings to sample; every one begins with a payment. */
export const interleavings: fc.Arbitrary<Interleaving> = fc.record({
  method: fc.constantFrom<Method>('card', 'card', 'card', 'square', 'square', 'free'),
  rounds: fc
    .tuple(round('pay', 'open bank'), fc.array(round(), { minLength: 1, maxLength: 3 }))
    .map(([first, rest]) => [first, ...rest]),
})

function round(...starts: Step['name'][]): fc.Arbitrary<Step[]> {
  const steps = fc.array(stepOf(...(Object.keys(deeds) as Step['name'][]), 'pay', 'pay'), {
    minLength: 1,
    maxLength: 4,
  })
  return starts.length > 0
    ? fc.tuple(stepOf(...starts), steps).map(([first, rest]) => [first, ...rest])
    : steps
}

function stepOf(...names: Step['name'][]): fc.Arbitrary<Step> {
  return fc.record({
    name: fc.constantFrom(...names),
    shop: fc.nat(2),
    after: fc.nat(20),
    card: fc.constantFrom(...(Object.keys(cardNumbers) as Step['card'][]), 'pays', 'pays'),
    attempt: fc.constantFrom('a', 'b'),
    ending: fc.constantFrom<Step['ending'][]>('pay', 'pay_slowly', 'fail', 'cancel'),
    pick: fc.nat(99),
  })
}

/** Plays interleavings simultaneously, brings their payments to an end, and returns what is wrong, with the steps. */
export async function play(world: ShopProcesses, all: Interleaving[]): Promise<string[]> {
  const { db } = world.worker
  const played = await Promise.all(
    all.map(async (interleaving) => {
      const basket = await prepare(world, interleaving.method)
      const trace: string[] = []
      const errors: string[] = []
      for (const steps of interleaving.rounds) {
        trace.push('--')
        await Promise.all(
          steps.map(async (step) => {
            await wait(step.after)
            const result = await deeds[step.name](basket, step).catch((error: unknown) => {
              errors.push(`${String(error)} ${String((error as Error).cause ?? '')}`)
              return 'threw'
            })
            const text = describe(result)
            if (text.startsWith('500')) errors.push(`${step.name}: ${text}`)
            trace.push(
              `${step.name} at ${step.shop} (${step.card}, ${step.attempt}, ${step.ending}, ${step.pick}): ${text}`,
            )
          }),
        )
      }
      return { basket, trace, errors }
    }),
  )
  const ids = played.map(({ basket }) => basket.saleId)
  const events = played.map(({ basket }) => basket.event)
  const { rows } = await sql<{ id: string }>`select sale_id as id from sale_tickets
    where ticket_type_id = any(${events.map((event) => event.ticket())}::text[])`.execute(db)
  await endPayments(
    world.worker,
    rows.map(({ id }) => id),
  )
  const wrong = await Promise.all(
    played.map(async ({ basket, trace, errors }, index) => {
      const found = [...errors, ...(await findBookErrors(db, basket.saleId, basket.event.id))]
      return found.length > 0
        ? [`${all[index]!.method} ${basket.saleId}:\n${found.join('\n')}\n${trace.join('\n')}`]
        : []
    }),
  )
  // The next sweeps leave these sales alone.
  await passTime(db, ids, 3 * 24 * 3600)
  return wrong.flat()
}

async function prepare(world: ShopProcesses, method: Method): Promise<Played> {
  const { worker, processes } = world
  const event = await offer(worker.db, {
    places: 3,
    ...(method === 'square' ? { organiser: { provider: 'square' } } : {}),
    ...(method === 'free' ? { tickets: { adult: { price: 0 } } } : {}),
  })
  const visitors = await browserAt(processes)
  const visitor = visitors(0)
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
  const { json } = await call(visitor, 'reserve_tickets')
  const { id } = await worker.db
    .updateTable('sales')
    .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
    .where('reference', '=', json.sale_reference)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { world, method, saleId: id, event, visitorAt: visitors, challenge: '', bank: '', back: '' }
}

/** Opens one browser that can send each request to a process of its choice. */
async function browserAt(processes: ShopProcess[]): Promise<(shop: number) => Visitor> {
  const cookies = new Map<string, string>()
  const visitors: Visitor[] = []
  for (const { app, config } of processes) visitors.push(await visit(app, config.origin, cookies))
  return (shop) => visitors[shop]!
}

type Payment = Awaited<ReturnType<typeof findProviderRecords>>[number] & { reference: string }

/** Finds one of the sale's payments and refunds at the providers. */
async function paymentOf({ world, saleId }: Played, { pick }: Step): Promise<Payment | undefined> {
  const { db } = world.worker
  const records = await findProviderRecords(db, saleId)
  const found = records[pick % Math.max(1, records.length)]
  const { reference } = await db
    .selectFrom('sales')
    .select('reference')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  return found && { ...found, reference: reference ?? '' }
}

/** Sends a signed event about a payment. What it says may be old or untrue, and ids repeat. */
function sendEvent(shop: ShopProcess, { kind, record, reference }: Payment, { pick }: Step): Promise<number> {
  const id = `${record.id} ${pick % 3}`
  switch (kind) {
    case 'square_payment': {
      const payment = { id: record.id, status: pick % 2 ? 'COMPLETED' : 'FAILED', reference_id: reference }
      const data = { type: 'payment', id: record.id, object: { payment } }
      return sendSquareEvent(shop, JSON.stringify({ event_id: id, type: 'payment.updated', data }))
    }
    case 'bank_payment': {
      const type = ['payment_settled', 'payment_failed', 'payment_executed'][pick % 3]
      return sendTruelayerEvent(shop, { event_id: id, type, payment_id: record.id, metadata: { reference } })
    }
    case 'refund': {
      const { id: refundId, payment_intent } = record
      if (payment_intent)
        return sendStripeEvent(shop, 'refund.updated', { object: 'refund', id: refundId, payment_intent }, id)
      const refund = { id: refundId, payment_id: record.payment_id }
      const data = { type: 'refund', id: refundId, object: { refund } }
      return sendSquareEvent(shop, JSON.stringify({ event_id: id, type: 'refund.updated', data }))
    }
    default: {
      const type = ['succeeded', 'payment_failed', 'processing', 'canceled', 'created'][pick % 5]
      const intent = { object: 'payment_intent', id: record.id, metadata: { reference } }
      return sendStripeEvent(shop, `payment_intent.${type}`, intent, id)
    }
  }
}

/** Sends an event with a wrong signature. */
async function sendForged(shop: ShopProcess, { kind, record }: Payment): Promise<number> {
  const body = JSON.stringify({
    id: 'evt_forged',
    event_id: 'forged',
    type: 'payment_intent.succeeded',
    data: { object: { id: record.id } },
  })
  const provider = kind === 'square_payment' ? 'square' : kind === 'bank_payment' ? 'truelayer' : 'stripe'
  const signature = 't=1,v1=00'
  const headers = {
    'Stripe-Signature': signature,
    'X-Square-HmacSha256-Signature': signature,
    'Tl-Signature': signature,
  }
  const reply = await shop.app.request(`http://shop.test/webhooks/${provider}`, {
    method: 'POST',
    headers,
    body,
  })
  return reply.status
}

function describe(result: Reply | number | number[] | string | void): string {
  if (typeof result !== 'object') return String(result ?? 'done')
  if (Array.isArray(result)) return result.join(' and ')
  return `${result.status} ${result.text.slice(0, 120)}`
}
