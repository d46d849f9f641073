import { createMiddleware } from 'hono/factory'
import { CompiledQuery } from 'kysely'

import { isOwnSale } from '#server/basket/own-sale.ts'
import { readBasket, readBaskets, type Basket } from '#server/basket/read-basket.ts'
import { lockBasket, messages } from '#server/basket/sale.ts'
import type { Config } from '#server/config.ts'
import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import { later } from '#server/database/later.ts'
import { inTransaction, isLockTimeout, type Work } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { countTries, readReached, type Limit } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { keepSeats } from '#server/seats/claims.ts'

import { followIfSetBack } from './clock-set-back.ts'
import { describeExcess, findExcess, lockCustomers, visitingCustomers } from './customer-limits.ts'
import { burstOf, isExpress } from './free-orders.ts'
import { addressKey, lockAskers, readHeldPlaces, type Asker } from './held-places.ts'
import { holdSeconds, writeHolds } from './hold.ts'
import { judge, type BuyerFacts, type Hold, type Verdict } from './judge.ts'
import { reprice } from './reprice.ts'
import { isCaptchaDemanded, type Reservation } from './reservation.ts'
import { inDatabase, lockStock } from './stock.ts'
import { describeMissing, readRequirements } from './ticket-requirements.ts'

/** A visitor who reserves the sale of their session. */
export interface Applicant {
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
export type Admission = Reservation | Queued | 'captcha' | 'seats'

export interface AdmissionEnv extends ShopEnv {
  Variables: ShopEnv['Variables'] & { admit: (applicant: Applicant) => Promise<Admission> }
}

/** A sale that is locked, with what it is judged by. */
interface Candidate extends Applicant, Asker {
  basket: Basket
}

type Settings = Pick<Config, 'secrets' | 'heldPlaces' | 'freeOrdersWithoutCaptcha'>

/** As many as a transaction of a few milliseconds can judge. */
const mostTogether = 64

/** How long they wait together for a lock, in milliseconds, before each goes alone. */
const patienceMs = 300

/**
 * Middleware that reserves what simultaneous requests want in one transaction (decision 32). A request that cannot be judged
 * with others goes alone, by the same rule.
 */
export function admissions(db: Database, settings: Settings) {
  const together = batched(
    async (applicants: Applicant[]) => {
      try {
        return await inTransaction(db, (trx) => admitTogether(trx, applicants, settings), 0)
      } catch (error) {
        // Somebody has locked what some of them want; the others must not wait for it.
        if (isLockTimeout(error)) return applicants.map(() => null)
        throw error
      }
    },
    { most: mostTogether, atOnce: 1 },
  )
  const alone = async (applicant: Applicant) => {
    await followIfSetBack(db)
    return inTransaction(db, (trx) => admitAlone(trx, applicant, settings))
  }
  const admit = async (applicant: Applicant) =>
    applicant.hasSeats ? alone(applicant) : ((await together(applicant)) ?? alone(applicant))
  return createMiddleware<AdmissionEnv>(async (c, next) => {
    c.set('admit', admit)
    await next()
  })
}

/** Admits one applicant, and waits for others that have locked the sale. */
async function admitAlone(trx: Work, applicant: Applicant, settings: Settings): Promise<Admission> {
  const basket = await lockBasket(trx, applicant.saleId)
  const early = answerBefore(basket, applicant)
  if (early) return early
  const [admission] = await decide(
    trx,
    await candidatesOf(trx, [{ ...applicant, basket }], settings),
    settings,
  )
  return admission ?? { error: messages.noBasket }
}

/**
 * Admits many applicants at once; null for those that must go alone: somebody has locked their sale, or they apply twice. Waits
 * for nobody's sale.
 */
async function admitTogether(
  trx: Work,
  applicants: Applicant[],
  settings: Settings,
): Promise<(Admission | null)[]> {
  const single = firstOfEach(applicants, ({ session, saleId }) => [session.id, session.userId, saleId])
  const baskets = await lockBaskets(trx, single)
  const admissions = new Map<Applicant, Admission>()
  const open: (Applicant & { basket: Basket; applicant: Applicant })[] = []
  for (const applicant of single) {
    const basket = baskets.get(applicant.saleId)
    const early = basket && answerBefore(basket, applicant)
    if (early) admissions.set(applicant, early)
    else if (basket) open.push({ ...applicant, basket, applicant })
  }
  const all = await candidatesOf(trx, open, settings)
  // Nobody may be judged twice by the same counts of what a person has.
  const candidates = firstOfEach(all, ({ customer }) => [customer.userId, customer.email])
  const decided = await decide(trx, candidates, settings, inDatabase)
  for (const [i, { applicant }] of candidates.entries()) admissions.set(applicant, decided[i]!)
  return applicants.map((applicant) => admissions.get(applicant) ?? null)
}

async function candidatesOf<T extends Applicant & { basket: Basket }>(
  trx: Work,
  open: T[],
  { secrets }: Settings,
): Promise<(T & Candidate)[]> {
  const customers = await visitingCustomers(trx, open)
  return open.map((one, i) => ({
    ...one,
    customer: customers[i]!,
    heldFrom: addressKey(secrets.codePepper, one.clientAddress),
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
  with patience as materialized (select set_config('lock_timeout', '${patienceMs}', true)),
    clock as materialized (select exists (select from shop_clock where seen_at > shop_now()) as is_set_back)
  select s.id from patience cross join clock join sales s on not clock.is_set_back
  where s.id = any($1::uuid[]) and s.held_until is null and s.paid_at is null
  order by s.id for update of s skip locked`

/**
 * Locks open sales that nobody else has locked, and reads their baskets in the statement after. None if the clock was set back:
 * whoever goes alone puts that right.
 */
async function lockBaskets(trx: Work, applicants: Applicant[]): Promise<Map<string, Basket>> {
  const ids = applicants.map(({ saleId }) => saleId)
  const locked = await later<{ id: string }>(trx, CompiledQuery.raw(lockSales, [ids]))
  const baskets = new Map((await readBaskets(trx, ids)).map((basket) => [basket.sale.id, basket]))
  return new Map(locked().map(({ id }) => [id, baskets.get(id)!]))
}

/** Answers without stock; undefined if the basket must be judged. */
function answerBefore(basket: Basket, { hasSeats, admittedTo = [] }: Applicant): Admission | undefined {
  const { sale, isFrozen, isPaying, secondsRemaining, events } = basket
  if (sale.paid_at) return { error: messages.paid }
  // Also when its hold is gone: an attempt that cannot be ended must not keep another hold.
  if (isPaying) return { error: messages.paying }
  if (isFrozen) return reserved(sale.reference, false, secondsRemaining ?? 0)
  const queuedFor = events
    .filter(({ id, waiting_room_capacity }) => waiting_room_capacity !== null && !admittedTo.includes(id))
    .map(({ id }) => id)
  if (queuedFor.length > 0) return { queuedFor }
  if (isCaptchaDemanded(basket)) return 'captcha'
  return !hasSeats && basket.tickets.some(({ seats }) => seats.length > 0) ? 'seats' : undefined
}

/** Judges each candidate in turn, and writes what was decided. */
async function decide(
  trx: Work,
  candidates: Candidate[],
  settings: Settings,
  lockRows?: typeof inDatabase,
): Promise<Admission[]> {
  if (candidates.length === 0) return []
  await lockCustomers(trx, candidates)
  const facts = await readFacts(trx, candidates, settings)
  const baskets = candidates.map(({ basket }) => basket)
  const left = await lockStock(trx, baskets, lockRows)
  await lockAskers(trx, candidates)
  const stock = { ...left, ...(await readHeldPlaces(trx, candidates)) }
  const verdicts: Verdict[] = []
  for (const [i, { basket, hasSeats }] of candidates.entries()) {
    const verdict = judge(basket, stock, facts[i]!(), settings.heldPlaces)
    // Whoever has seats is alone here, so nobody is judged by what this one has taken.
    const isKept = verdict.kind !== 'held' || !hasSeats || (await keepSeats(trx, basket.sale.id, holdSeconds))
    verdicts.push(isKept ? verdict : { kind: 'refused', error: seatsLost })
  }
  const holds = verdicts.flatMap((verdict) => (verdict.kind === 'held' ? [verdict.hold] : []))
  const references = await writeHolds(trx, holds)
  const holders = candidates.filter((_, i) => verdicts[i]?.kind === 'held')
  if (holders.length > 0) await countTries(trx, settings.secrets.codePepper, holders.flatMap(limitsOf))
  await noteErrors(trx, candidates, verdicts)
  const referenceOf = (hold: Hold) => references[holds.indexOf(hold)] ?? null
  const admissions: Admission[] = []
  for (const [i, verdict] of verdicts.entries())
    if (verdict.kind === 'held') admissions.push(reserved(referenceOf(verdict.hold), true, holdSeconds))
    else if (verdict.kind === 'refused') admissions.push({ error: verdict.error })
    else if (verdict.kind === 'captcha') admissions.push('captcha')
    else admissions.push({ error: await reprice(trx, await readBasket(trx, candidates[i]!.saleId)) })
  return admissions
}

const seatsLost = 'Sorry, your seats are not held any more. Please try again'

/** Bounds for how long tickets can be kept by reserving them again. */
function limitsOf({ session, saleId }: Applicant): [Limit, Limit] {
  const often = { most: 12, withinSeconds: 4 * 3600 }
  return [
    { what: 'reserved in session', who: session.id, ...often },
    { what: 'reserved basket', who: saleId, ...often },
  ]
}

/** What is known of each buyer, once the next statement was answered; see `later`. */
async function readFacts(
  trx: Work,
  candidates: Candidate[],
  settings: Settings,
): Promise<(() => BuyerFacts)[]> {
  const { secrets } = settings
  const excess = await findExcess(trx, candidates, 'held')
  const limits = candidates.flatMap((one) => [...limitsOf(one), burstOf(one.clientAddress, settings)])
  const reached = await readReached(trx, secrets.codePepper, limits)
  const facts: (() => BuyerFacts)[] = []
  for (const [i, { basket, customer, session, heldFrom }] of candidates.entries()) {
    const problem =
      (await describeExcess(trx, excess[i] ?? [], customer, session)) ||
      describeMissing(await readRequirements(trx, basket, session.userId))
    facts.push(() => {
      const [inSession, ofBasket, burst] = reached().slice(3 * i)
      const isTooOften = Boolean(inSession || ofBasket)
      return { problem, heldFrom, isTooOften, isBurst: Boolean(burst) && isExpress(basket) }
    })
  }
  return facts
}

/** Keeps the reasons for the basket page. Only for the buyer: one may tell what a visitor with a shared link has bought. */
async function noteErrors(trx: Work, candidates: Candidate[], verdicts: Verdict[]): Promise<void> {
  const notes = candidates.flatMap(({ basket: { sale }, session }, i) => {
    const verdict = verdicts[i]
    return verdict?.kind === 'refused' && isOwnSale(sale, session)
      ? [{ id: sale.id, error: verdict.error }]
      : []
  })
  if (notes.length === 0) return
  await later(
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
