import { createMiddleware } from 'hono/factory'
import { CompiledQuery } from 'kysely'

import { linesByPool } from '#server/basket/lines-by-pool.ts'
import { isOwnSale } from '#server/basket/own-sale.ts'
import { readBasket, readBaskets, type Basket } from '#server/basket/read-basket.ts'
import { holdSeconds, lockBasket, messages } from '#server/basket/sale.ts'
import { isShareLimited, readUnbought, type Wanting } from '#server/basket/unbought-tickets.ts'
import type { Config } from '#server/config.ts'
import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { inTransaction, isLockTimeout, type Transaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { countTries, readReached, type Limit } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { keepSeats } from '#server/seats/claims.ts'

import { keepWaiting, readShares } from './address-share.ts'
import { followIfSetBack } from './clock-set-back.ts'
import { describeExcess, findExcess, lockCustomers, visitingCustomers } from './customer-limits.ts'
import { burstLimit, isExpress } from './free-orders.ts'
import { hashAddress, lockReservers, readHeldTickets, type Reserver } from './held-tickets.ts'
import { writeHolds } from './hold.ts'
import { judge, type BuyerFacts, type Hold, type Verdict } from './judge.ts'
import { reprice } from './reprice.ts'
import { isCaptchaAsked, isCaptchaDemanded, type Reservation } from './reservation.ts'
import { waitInDatabase, lockStock } from './stock.ts'
import { describeMissing, readRequirements } from './ticket-requirements.ts'

/** A visitor who reserves the sale of their session. */
export interface ReserveRequest {
  session: Session
  saleId: string
  clientAddress: string
  /** The shop holds the basket's seats at the seating provider. */
  hasSeats?: boolean
  /** Events whose waiting rooms the visitor has passed. */
  admittedTo?: string[]
}

/** Events whose waiting rooms come first. */
export interface Queued {
  queuedFor: string[]
}

/** The reply, or what must be done first, outside a transaction: wait, pass a captcha, take the seats over. */
export type ReserveDecision = Reservation | Queued | 'captcha' | 'seats'

export interface ReserveEnv extends ShopEnv {
  Variables: ShopEnv['Variables'] & {
    decideReservation: (request: ReserveRequest) => Promise<ReserveDecision>
  }
}

/** A sale that is locked, with what it is judged by. */
interface Candidate extends ReserveRequest, Reserver {
  basket: Basket
}

type Settings = Pick<Config, 'secrets' | 'heldTickets' | 'freeOrdersWithoutCaptcha'>

/** As many as a transaction of a few milliseconds can judge. */
const maxTogether = 64

/**
 * How long they wait together for their turn, in milliseconds, before each goes alone. Alone they would wait in the same queue, one
 * after the other, so this is longer than a busy shop lets the next in line wait, and short enough that buyers in the third batch
 * still get a reply within ten seconds.
 */
const patienceMs = 2_000

/** How long they wait together for a lock, in milliseconds, before each goes alone. */
const lockPatienceMs = 300

/**
 * Middleware that reserves what simultaneous requests want in one transaction (decision 32). A request that cannot be judged
 * with others goes alone, by the same rule.
 */
export function batchedReservations(db: Database, settings: Settings) {
  const together = batched(
    async (requests: ReserveRequest[]) => {
      try {
        const turn = { patienceMs, goesFirst: true }
        return await inTransaction(db, (trx) => decideTogether(trx, requests, settings), turn)
      } catch (error) {
        // Somebody has locked what some of them want, and the others must not wait for it; or no turn came.
        if (isLockTimeout(error)) return requests.map(() => null)
        throw error
      }
    },
    { max: maxTogether, atOnce: 1 },
  )
  const alone = async (request: ReserveRequest) => {
    await followIfSetBack(db)
    return inTransaction(db, (trx) => decideAlone(trx, request, settings))
  }
  const decideReservation = async (request: ReserveRequest) =>
    request.hasSeats ? alone(request) : ((await together(request)) ?? alone(request))
  return createMiddleware<ReserveEnv>(async (c, next) => {
    c.set('decideReservation', decideReservation)
    await next()
  })
}

/** Decides one request, and waits for others that have locked the sale. */
async function decideAlone(
  trx: Transaction,
  request: ReserveRequest,
  settings: Settings,
): Promise<ReserveDecision> {
  const basket = await lockBasket(trx, request.saleId)
  const early = answerBefore(basket, request)
  if (early) return early
  const [decision] = await decide(trx, await candidatesOf(trx, [{ ...request, basket }], settings), settings)
  return decision ?? { error: messages.noBasket }
}

/**
 * Decides many requests at once; null for those that must be decided alone: somebody has locked their sale, or they were
 * sent twice. Waits for nobody's sale.
 */
async function decideTogether(
  trx: Transaction,
  requests: ReserveRequest[],
  settings: Settings,
): Promise<(ReserveDecision | null)[]> {
  const single = firstOfEach(requests, ({ session, saleId }) => [session.id, session.userId, saleId])
  const baskets = await lockBaskets(trx, single)
  const decisions = new Map<ReserveRequest, ReserveDecision>()
  const open: (ReserveRequest & { basket: Basket; request: ReserveRequest })[] = []
  for (const request of single) {
    const basket = baskets.get(request.saleId)
    const early = basket && answerBefore(basket, request)
    if (early) decisions.set(request, early)
    else if (basket) open.push({ ...request, basket, request })
  }
  const all = await candidatesOf(trx, open, settings)
  // Nobody may be judged twice by the same counts of what a person has.
  const candidates = firstOfEach(all, ({ customer }) => [customer.userId, customer.email])
  const decided = await decide(trx, candidates, settings, waitInDatabase)
  for (const [i, { request }] of candidates.entries()) decisions.set(request, decided[i]!)
  return requests.map((request) => decisions.get(request) ?? null)
}

async function candidatesOf<T extends ReserveRequest & { basket: Basket }>(
  trx: Transaction,
  open: T[],
  { secrets }: Settings,
): Promise<(T & Candidate)[]> {
  const customers = await visitingCustomers(trx, open)
  return open.map((one, i) => ({
    ...one,
    customer: customers[i]!,
    heldFrom: hashAddress(secrets.codePepper, one.clientAddress),
  }))
}

/** Leaves out whoever shares a key with somebody before; '' and null are no keys. */
function firstOfEach<T>(all: T[], keysOf: (one: T) => (string | null)[]): T[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const keys = keysOf(one).filter((key) => key !== null && key !== '') as string[]
    const isFirst = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isFirst
  })
}

// Also limits how long this transaction waits for locks, and looks at the clock: each round trip counts.
const lockSales = `
  with patience as materialized (select set_config('lock_timeout', '${lockPatienceMs}', true)),
    clock as materialized (select exists (select from shop_clock where seen_at > shop_now()) as is_set_back)
  select s.id from patience cross join clock join sales s on not clock.is_set_back
  where s.id = any($1::uuid[]) and s.held_until is null and s.paid_at is null
  order by s.id for update of s skip locked`

/**
 * Locks open sales that nobody else has locked, and reads their baskets in the statement after. None if the clock was set back:
 * whoever goes alone puts that right.
 */
async function lockBaskets(trx: Transaction, requests: ReserveRequest[]): Promise<Map<string, Basket>> {
  const ids = requests.map(({ saleId }) => saleId)
  const locked = await defer<{ id: string }>(trx, CompiledQuery.raw(lockSales, [ids]))
  const baskets = new Map((await readBaskets(trx, ids)).map((basket) => [basket.sale.id, basket]))
  return new Map(locked().map(({ id }) => [id, baskets.get(id)!]))
}

/** Answers without stock; undefined if the basket must be judged. */
function answerBefore(
  basket: Basket,
  { hasSeats, admittedTo = [] }: ReserveRequest,
): ReserveDecision | undefined {
  const { sale, isFrozen, isPaying, secondsRemaining, events } = basket
  if (sale.paid_at) return { error: messages.paid }
  // Also when its hold is gone: an attempt that cannot be ended must not keep another hold.
  if (isPaying) return { error: messages.paying }
  if (isFrozen && isCaptchaAsked(basket)) return 'captcha'
  if (isFrozen) return reserved(sale.reference, false, secondsRemaining ?? 0)
  const queuedFor = events
    .filter(({ id, waiting_room_capacity }) => waiting_room_capacity !== null && !admittedTo.includes(id))
    .map(({ id }) => id)
  if (queuedFor.length > 0) return { queuedFor }
  if (isCaptchaDemanded(basket)) return 'captcha'
  return !hasSeats && basket.tickets.some(({ seats }) => seats.length > 0) ? 'seats' : undefined
}

/** Judges one candidate after the other, and writes what was decided. */
async function decide(
  trx: Transaction,
  candidates: Candidate[],
  settings: Settings,
  lockRows?: typeof waitInDatabase,
): Promise<ReserveDecision[]> {
  if (candidates.length === 0) return []
  await lockCustomers(trx, candidates)
  const facts = await readFacts(trx, candidates, settings)
  const baskets = candidates.map(({ basket }) => basket)
  const left = await lockStock(trx, baskets, lockRows)
  await lockReservers(trx, candidates)
  const held = await readHeldTickets(trx, candidates)
  const known = facts.map((factsOf) => factsOf())
  const limited = known.flatMap(({ unbought, heldFrom }) =>
    unbought.filter((one) => one.who === heldFrom && isShareLimited(one)),
  )
  const stock = { ...left, ...held, shares: await readShares(trx, limited) }
  const verdicts: Verdict[] = []
  for (const [i, { basket, hasSeats }] of candidates.entries()) {
    const verdict = judge(basket, stock, known[i]!, settings.heldTickets)
    // Whoever has seats is alone here, so nobody is judged by what this one has taken.
    const isKept = verdict.kind !== 'held' || !hasSeats || (await keepSeats(trx, basket.sale.id, holdSeconds))
    verdicts.push(isKept ? verdict : { kind: 'refused', error: seatsLost })
  }
  const holds = verdicts.flatMap((verdict) => (verdict.kind === 'held' ? [verdict.hold] : []))
  const references = await writeHolds(trx, holds)
  const holders = candidates.filter((_, i) => verdicts[i]?.kind === 'held')
  if (holders.length > 0) await countTries(trx, settings.secrets.codePepper, holders.flatMap(limitsOf))
  await keepWaiting(
    trx,
    candidates.filter((_, i) => isWaiting(verdicts[i])),
  )
  await noteErrors(trx, candidates, verdicts)
  const referenceOf = (hold: Hold) => references[holds.indexOf(hold)] ?? null
  const decisions: ReserveDecision[] = []
  for (const [i, verdict] of verdicts.entries())
    if (verdict.kind === 'held') decisions.push(reserved(referenceOf(verdict.hold), true, holdSeconds))
    else if (verdict.kind === 'refused') decisions.push({ error: verdict.error })
    else if (verdict.kind === 'captcha') decisions.push('captcha')
    else decisions.push({ error: await reprice(trx, await readBasket(trx, candidates[i]!.saleId)) })
  return decisions
}

const isWaiting = (verdict?: Verdict) => verdict?.kind === 'refused' && verdict.waits

const seatsLost = 'Sorry, your seats are not held any more. Please try again'

/** Bounds for how long tickets can be kept by reserving them again. */
function limitsOf({ session, saleId }: ReserveRequest): [Limit, Limit] {
  const often = { max: 12, withinSeconds: 4 * 3600 }
  return [
    { what: 'reserved in session', who: session.id, ...often },
    { what: 'reserved basket', who: saleId, ...often },
  ]
}

/** The pools of a basket, for the address and for the browser. */
function wantingOf({ basket, session, heldFrom }: Candidate): Wanting[] {
  return linesByPool(basket.tickets).flatMap(([poolId]) =>
    [heldFrom, session.id].map((who) => ({ poolId, who })),
  )
}

/** What is known of each buyer, once the next statement was answered; see `later`. */
async function readFacts(
  trx: Transaction,
  candidates: Candidate[],
  settings: Settings,
): Promise<(() => BuyerFacts)[]> {
  const { secrets } = settings
  const excess = await findExcess(trx, candidates, 'held')
  const unbought = await readUnbought(trx, candidates.flatMap(wantingOf))
  const limits = candidates.flatMap((one) => [...limitsOf(one), burstLimit(one.clientAddress, settings)])
  const reached = await readReached(trx, secrets.codePepper, limits)
  const facts: (() => BuyerFacts)[] = []
  for (const [i, { basket, session, heldFrom }] of candidates.entries()) {
    const problem =
      describeExcess(excess[i] ?? []) || describeMissing(await readRequirements(trx, basket, session.userId))
    facts.push(() => {
      const [inSession, ofBasket, burst] = reached().slice(3 * i)
      const isTooOften = Boolean(inSession || ofBasket)
      const own = unbought().filter(({ who, poolId }) =>
        wantingOf(candidates[i]!).some((wanting) => wanting.who === who && wanting.poolId === poolId),
      )
      return { problem, heldFrom, isTooOften, isBurst: Boolean(burst) && isExpress(basket), unbought: own }
    })
  }
  return facts
}

/** Keeps the reasons for the basket page. Only for the buyer: one may tell what a visitor with a shared link has bought. */
async function noteErrors(trx: Transaction, candidates: Candidate[], verdicts: Verdict[]): Promise<void> {
  const notes = candidates.flatMap(({ basket: { sale }, session }, i) => {
    const verdict = verdicts[i]
    return verdict?.kind === 'refused' && isOwnSale(sale, session)
      ? [{ id: sale.id, error: verdict.error }]
      : []
  })
  if (notes.length === 0) return
  await defer(
    trx,
    CompiledQuery.raw(
      `update sales set reserving_error = w.error from unnest($1::uuid[], $2::text[]) w(id, error)
       where sales.id = w.id`,
      [notes.map(({ id }) => id), notes.map(({ error }) => error)],
    ),
  )
}

function reserved(reference: string | null, isFresh: boolean, seconds: number): Reservation {
  return {
    reserved: true,
    sale_reference: reference ?? '',
    fresh_reservation: isFresh,
    checkout_time: seconds,
  }
}
