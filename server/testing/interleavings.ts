import { setTimeout as wait } from 'node:timers/promises'

import fc from 'fast-check'
import { sql } from 'kysely'

import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { SeatsRejected } from '#server/providers/seating-provider.ts'
import { visit, type Reply } from '#sandbox/visitor.ts'

import { findBookErrors, findProviderRecords } from './books.ts'
import { account } from './buyers.ts'
import { call, offer, type Offered } from './offers.ts'
import { cards, press, typeCard, typeSquareCard } from './payers.ts'
import { endPayments, passTime, runJobs } from './pass-time.ts'
import { readHistory } from './payment-history.ts'
import { sendSquareEvent, sendStripeEvent, sendTruelayerEvent } from './provider-events.ts'
import { addSeats, choose, pair, seatedOffer, seatsEntry } from './seats.ts'
import type { ShopProcess, ShopProcesses } from './shop-processes.ts'
import type { Fields, TestShop, Visitor } from './test-shop.ts'

/** How a buyer pays for the basket of an interleaving; a bank transfer is possible instead of the card. */
type Method = 'card' | 'square' | 'free' | 'plan'

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

/** Simultaneous steps on one basket, some days after the round before. */
interface Round {
  days: number
  steps: Step[]
}

export interface Interleaving {
  method: Method
  /** Whether the tickets are of numbered seats. */
  isSeated: boolean
  rounds: Round[]
}

const cardNumbers = { pays: '4242424242424242', ...cards }

/** A basket during an interleaving. */
interface Played {
  world: ShopProcesses
  method: Method
  isSeated: boolean
  saleId: string
  event: Offered
  /** The cards that the buyer has typed, by attempt; a repeated attempt uses the same one, as on the page. */
  typed: Map<string, Promise<string>>
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
        source_id: await typedFor(played, attempt, () => typeSquareCard(world.worker, number)),
        attempt,
      })
    const reply = await call(visitor, 'pay_with_card', {
      payment_method_id: await typedFor(played, attempt, () => typeCard(world.worker, number)),
      attempt,
    })
    if (reply.json?.url) played.challenge = reply.json.url
    return reply
  },
  'pay first instalment': async (played: Played, { shop, card, attempt: letter, pick }: Step) => {
    if (played.method !== 'plan') return nothing
    const attempt = `plan-${letter}`
    const reply = await call(played.visitorAt(shop), 'pay_with_instalment', {
      instalment_option: '3',
      contact_number: '07700 900123',
      selected_payment_method_id: '',
      new_payment_method: {
        id: await typedFor(played, attempt, () => typeCard(played.world.worker, cardNumbers[card])),
        make_default_payment_method: pick % 2 === 0,
      },
      attempt,
    })
    if (reply.json?.url) played.challenge = reply.json.url
    return reply
  },
  'pay overdue': (played: Played, { shop }: Step) =>
    onAccount(played, played.visitorAt(shop), `/account/plans/${played.saleId}/pay/`, {}),
  'change card': async (played: Played, { shop, card, attempt }: Step) =>
    onAccount(played, played.visitorAt(shop), `/account/plans/${played.saleId}/card/`, {
      card: 'new',
      payment_method_id: await typeCard(played.world.worker, cardNumbers[card]),
      key: attempt,
    }),
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
  'choose seats': (played: Played, { shop, pick }: Step) => addChosen(played, played.visitorAt(shop), pick),
  'another buyer chooses seats': async (played: Played, { pick }: Step) => {
    const rival = await played.world.worker.visitor()
    const reply = await addChosen(played, rival, pick)
    return reply === nothing ? nothing : call(rival, 'reserve_tickets')
  },
  'remove line': ({ visitorAt, event }: Played, { shop }: Step) =>
    call(visitorAt(shop), 'remove_from_basket', { ticket_id: event.ticket() }),
  'seats lapse': async ({ world: { worker }, saleId }: Played) => {
    await worker.db
      .updateTable('seat_claims')
      .set({ kept_until: shopNow })
      .where('sale_id', '=', saleId)
      .where('kept_until', '<', shopNowPlus(86_400))
      .execute()
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

/** Seats that buyers want, some of them the same. */
const wantedSeats = [pair, ['Stalls-C-9', 'Stalls-C-10'], ['Stalls-C-9'], ['Stalls-C-10']]

/** Chooses seats on the seating plan and adds them; somebody else may have them, or the provider may not answer in time. */
async function addChosen({ world, isSeated, event }: Played, visitor: Visitor, pick: number) {
  if (!isSeated) return nothing
  const seats = wantedSeats[pick % wantedSeats.length]!
  try {
    return await addSeats(visitor, seatsEntry(event, seats, await choose(world.worker, event, seats)))
  } catch (error) {
    if (error instanceof SeatsRejected || error instanceof Unreachable) return nothing
    throw error
  }
}

type Name = Step['name']

const onlyOfPlans: Name[] = ['pay first instalment', 'pay overdue', 'change card']
const onlyOfSeats: Name[] = ['choose seats', 'another buyer chooses seats', 'remove line', 'seats lapse']
const special = [...onlyOfPlans, ...onlyOfSeats]
const ofAll: Name[] = [
  ...(Object.keys(deeds) as Name[]).filter((name) => !special.includes(name)),
  'pay',
  'pay',
]
/** What happens around a payment of seats: they are added, lapse, and are lost to others. */
const ofSeats: Name[] = [
  ...onlyOfSeats,
  ...(['pay', 'reserve', 'expire', 'jobs', 'jobs', 'read', 'return', 'webhook', 'destroy'] as const),
]
/** What happens to a plan after its first payment. */
const later: Name[] = [
  ...(['jobs', 'jobs', 'jobs', 'pay overdue', 'pay overdue', 'change card', 'challenge', 'return'] as const),
  ...(['webhook', 'webhook twice', 'a minute passes', 'read', 'deliver', 'payment step'] as const),
]

const methods = fc.constantFrom<Method>('card', 'card', 'card', 'square', 'square', 'free')

/** Interleavings to sample; every one begins with a payment. */
export const interleavings: fc.Arbitrary<Interleaving> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      method: methods,
      isSeated: fc.constant(false),
      rounds: rounds(
        round(ofAll, ['pay', 'open bank']),
        fc.array(round(ofAll), { minLength: 1, maxLength: 3 }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: methods,
      isSeated: fc.constant(true),
      rounds: fc.tuple(
        round(ofSeats, ['pay', 'open bank', 'open bank']),
        round(ofSeats, ['press at bank', 'press at bank', 'challenge']),
        round(ofSeats, ['half an hour passes', 'expire', 'seats lapse']),
        round(ofSeats, ['another buyer chooses seats', 'choose seats', 'reserve']),
        round(ofSeats, ['poll bank', 'half an hour passes', 'jobs', 'pay']),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant<Method>('plan'),
      isSeated: fc.boolean(),
      rounds: rounds(
        round([...ofAll, ...onlyOfPlans, 'pay first instalment'], ['pay first instalment']),
        fc.array(round(later, ['jobs', 'pay overdue'], [2, 31]), { minLength: 1, maxLength: 4 }),
      ),
    }),
  },
)

function rounds(first: fc.Arbitrary<Round>, rest: fc.Arbitrary<Round[]>): fc.Arbitrary<Round[]> {
  return fc.tuple(first, rest).map(([one, others]) => [one, ...others])
}

/** A round of one of the first steps and some of the others. */
function round(others: Name[], firsts = others, days = [0]): fc.Arbitrary<Round> {
  const rest = fc.array(stepOf(...others, ...firsts), { minLength: 1, maxLength: 4 })
  return fc.record({
    days: fc.constantFrom(...days),
    steps: fc.tuple(stepOf(...firsts), rest).map(([one, more]) => [one, ...more]),
  })
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

/** The time of day, as `readHistory` tells it. */
const clock = () => new Date().toISOString().slice(11, 23)

/**
 * Plays interleavings simultaneously, brings their payments to an end, and returns what is wrong, with the steps and what
 * they changed: `noteHistory` must have been called.
 */
export async function play(world: ShopProcesses, all: Interleaving[]): Promise<string[]> {
  const { db } = world.worker
  const played = await Promise.all(
    all.map(async (interleaving) => {
      const basket = await prepare(world, interleaving)
      const trace: string[] = []
      const errors: string[] = []
      for (const { days, steps } of interleaving.rounds) {
        trace.push(`-- ${days} days later`)
        if (days > 0) await passTime(db, [basket.saleId], days * 24 * 60 * 60)
        await Promise.all(
          steps.map(async (step) => {
            await wait(step.after)
            const sent = clock()
            const result = await deeds[step.name](basket, step).catch((error: unknown) => {
              errors.push(`${String(error)} ${String((error as Error).cause ?? '')}`)
              return 'threw'
            })
            const text = describe(result)
            if (text.startsWith('500')) errors.push(`${step.name}: ${text}`)
            trace.push(
              `${sent} to ${clock()} ${step.name} at ${step.shop} (${step.card}, ${step.attempt}, ${step.ending}, ${step.pick}): ${text}`,
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
  // A basket may have lost its line, and still have seats to release.
  await endPayments(world.worker, [...new Set([...ids, ...rows.map(({ id }) => id)])])
  const wrong = await Promise.all(
    played.map(async ({ basket, trace, errors }, index) => {
      const found = [...errors, ...(await findBookErrors(db, basket.saleId, basket.event.id))]
      return found.length > 0
        ? [
            [
              `${all[index]!.isSeated ? 'seats, ' : ''}${all[index]!.method} ${basket.saleId}:`,
              ...found,
              ...trace,
              '-- what changed',
              ...(await readHistory(db, basket.saleId)),
            ].join('\n'),
          ]
        : []
    }),
  )
  // The next sweeps leave these sales alone.
  await passTime(db, ids, 3 * 24 * 3600)
  return wrong.flat()
}

const offers: Record<Method, Parameters<typeof offer>[1]> = {
  card: {},
  square: { organiser: { provider: 'square' } },
  free: { tickets: { adult: { price: 0 } } },
  plan: {
    organiser: { provider: 'stripe', merchant_id: 'acct_plans' },
    date: { starts_at: new Date(Date.now() + 200 * 86_400_000) },
    tickets: { adult: { price: 9000, booking_fee: 200, plan_months: [1, 3, 6] } },
  },
}

async function prepare(
  world: ShopProcesses,
  { method, isSeated }: Pick<Interleaving, 'method' | 'isSeated'>,
): Promise<Played> {
  const { worker, processes } = world
  const wanted = { places: 3, ...offers[method] }
  const event = isSeated ? await seatedOffer(worker, wanted) : await offer(worker.db, wanted)
  const visitors = await browserAt(processes)
  const visitor = visitors(0)
  if (isSeated) await addPair(worker, visitor, event)
  else await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
  const { json, text } = await call(visitor, 'reserve_tickets')
  if (!json?.reserved) throw new Error(`nothing was reserved: ${text}`)
  const email = `${event.id}@example.com`
  // The account page, on which a plan is paid, is for members.
  const user_id = method === 'plan' ? await account(worker, email) : null
  const { id } = await worker.db
    .updateTable('sales')
    .set(user_id ? { user_id } : { guest_email: email, guest_name: 'Ada Lovelace' })
    .where('reference', '=', json.sale_reference)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (user_id) await worker.db.updateTable('sessions').set({ user_id }).where('sale_id', '=', id).execute()
  const typed = new Map<string, Promise<string>>()
  return {
    world,
    method,
    isSeated,
    saleId: id,
    event,
    typed,
    visitorAt: visitors,
    challenge: '',
    bank: '',
    back: '',
  }
}

/** Adds two seats, again and again while the seating provider does not answer in time. */
async function addPair(worker: TestShop, visitor: Visitor, event: Offered): Promise<void> {
  const entry = seatsEntry(event, pair, await choose(worker, event, pair))
  for (let tries = 1; tries <= 10; tries++) {
    const { status, text } = await addSeats(visitor, entry)
    if (status === 200) return
    if (status !== 503) throw new Error(text)
  }
  throw new Error('the seating provider did not answer')
}

/** Opens one browser that can send each request to a process of its choice. */
async function browserAt(processes: ShopProcess[]): Promise<(shop: number) => Visitor> {
  const cookies = new Map<string, string>()
  const visitors: Visitor[] = []
  for (const { app, config } of processes) visitors.push(await visit(app, config.origin, cookies))
  return (shop) => visitors[shop]!
}

function typedFor({ typed }: Played, attempt: string, type: () => Promise<string>): Promise<string> {
  const card = typed.get(attempt) ?? type()
  typed.set(attempt, card)
  return card
}

/** Sends a form of the account page; the bank may ask the buyer then. */
async function onAccount(played: Played, visitor: Visitor, path: string, fields: Fields): Promise<Reply> {
  const reply = await visitor.post(path, fields)
  const location = reply.headers.get('location') ?? ''
  if (location.includes('/sandbox/')) played.challenge = location
  return reply
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
  return `${result.status} ${result.headers.get('location') ?? ''}${result.text.slice(0, 120)}`
}
