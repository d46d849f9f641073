import { sql } from 'kysely'

import type { Basket } from '#server/basket/read-basket.ts'
import { logStep } from '#server/basket/step-log.ts'
import type { Config } from '#server/config.ts'
import { interval, shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { lockNames } from '#server/reservation/customer-limits.ts'
import { hashAddress } from '#server/reservation/held-tickets.ts'

import type { Attempt } from './attempt.ts'
import type { PaymentContext } from './payment-env.ts'

/** Dependencies of functions that start a payment: also whose request it is. */
export interface PayingContext extends PaymentContext {
  config: Pick<Config, 'secrets' | 'declines'>
  clientAddress: string
}

/** What an attempt is counted by later, as its row keeps it. */
export type Asked = Pick<Attempt, 'asked_from' | 'card'>

/** How payments are counted: charges of cards, or bank transfers. */
type Kind = 'cards' | 'bank'

const methods: Record<Kind, Attempt['method'][]> = { cards: ['card', 'instalment'], bank: ['bank'] }

const hour = 60 * 60
const day = 24 * hour

/** Unpaid tries of a buyer, or of a card, in a day (decision 43). */
const freeTries = 3
const triesBeforeCaptcha = 6
const maxTries = 10
const firstPause = 15
const longestPause = 120

/** The buyer must pass a captcha before they pay; see `orCaptcha`. */
class CaptchaNeeded extends Error {
  override name = 'CaptchaNeeded'
}

/**
 * Checks that the buyer of a locked sale may try to pay, before the attempt is opened: few of their payments, of those with the
 * same card and of those from their address may have ended unpaid, or be in progress (decision 43). At an address, those that wait for
 * a buyer count much less, and bank transfers lead to captchas only. Payments that start at the
 * same time wait for each other here, so each sees those before it. Returns what to store with the attempt. Throws `HttpError`
 * 429, or asks for a captcha: call it within `orCaptcha`. Never call it for an attempt that exists: how a payment ended may always be asked.
 */
export async function limitTries(
  trx: Transaction,
  { config, clientAddress }: PayingContext,
  session: Session,
  { sale }: Pick<Basket, 'sale'>,
  kind: Kind,
  card = '',
): Promise<Asked> {
  const askedFrom = hashAddress(config.secrets.codePepper, clientAddress)
  const names = [`tries from ${askedFrom}`, `tries in ${session.id}`, ...(card ? [`tries with ${card}`] : [])]
  await lockNames(trx, names)
  const tries = await readTries(trx, { saleId: sale.id, sessionId: session.id, askedFrom, card }, kind)
  for (const some of [tries.buyer, tries.card]) assertFew(some, kind)
  const { withoutCaptcha, maxPerAddress } = config.declines
  const { buyer, address } = tries
  const isFull = address.ended >= maxPerAddress
  if (isFull && kind === 'cards') throw new HttpError(429, stoppedAddress)
  const passed = sale.captcha_passed_at
  const isOften = buyer.last && (isFull || buyer.count >= triesBeforeCaptcha)
  const isBusy = address.count - address.waiting >= withoutCaptcha || address.count >= maxPerAddress
  if ((isBusy && !passed) || (isOften && (!passed || passed < buyer.last!))) throw new CaptchaNeeded()
  return { asked_from: askedFrom, card }
}

/** Throws `HttpError` 429 after too many tries, or too soon after the last of several. */
function assertFew({ count, seconds }: Tries, kind: Kind): void {
  if (count >= maxTries) throw new HttpError(429, stopped[kind])
  const wait = Math.ceil(pauseAfter(count) - seconds)
  if (wait > 0) throw tryAgainIn(kind, wait)
}

/**
 * Runs what starts a payment. If `limitTries` demands a captcha, the buyer of the held sale is to be sent to the checkout, which
 * shows that step, and the hold goes on: `reserve_tickets` takes the token, as before a reservation, and sends them back [CAPT-11].
 */
export async function orCaptcha<T>(
  { db }: PayingContext,
  { saleId }: Session,
  start: () => Promise<T>,
): Promise<T | 'captcha'> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof CaptchaNeeded)) throw error
    const { numUpdatedRows } = await db
      .updateTable('sales')
      .set({ captcha_asked_at: shopNow, state: 'captcha' })
      .where('id', '=', saleId)
      .where('paid_at', 'is', null)
      .where('held_until', 'is not', null)
      .executeTakeFirst()
    if (saleId && numUpdatedRows > 0n) await logStep(db, saleId, 'captcha')
    return 'captcha'
  }
}

/**
 * Whether to learn which card it is before it is charged, which takes a call to the provider: the buyer has tried to pay before, or
 * many cards are being declined in the shop (`watchDeclines`). Throws `HttpError` 429 if they have many read at once.
 */
export async function isCardCounted(
  { db, config }: PayingContext,
  saleId: string,
  { id: sessionId }: Pick<Session, 'id'>,
): Promise<boolean> {
  const tries = triesOf({ saleId, sessionId, askedFrom: '', card: '' }, 'cards')
  const { rows } = await sql<{ is_counted: boolean }>`select
    exists (select from alarms where kind = 'card_testing' and resolved_at is null)
    or exists (select from (${tries}) t) as is_counted`.execute(db)
  if (!rows[0]?.is_counted) return false
  const limit = { what: 'card read', who: saleId, max: 5, withinSeconds: firstPause }
  if (!(await countTry(db, config.secrets.codePepper, [limit]))) throw tryAgainIn('cards', firstPause)
  return true
}

interface Asker {
  saleId: string
  sessionId: string
  /** The network address, as a keyed hash. */
  askedFrom: string
  /** The card's fingerprint, '' if unknown. */
  card: string
}

interface Tries {
  count: number
  /** Those that are not in progress. */
  ended: number
  /** Those at a bank, or which the buyer or the provider is to confirm: most of them will be paid. */
  waiting: number
  /** When the last one began, and how long ago. */
  last: Date | null
  seconds: number
}

const none: Tries = { count: 0, ended: 0, waiting: 0, last: null, seconds: Infinity }

async function readTries(
  trx: Transaction,
  asker: Asker,
  kind: Kind,
): Promise<Record<'buyer' | 'card' | 'address', Tries>> {
  const { rows } = await sql<Tries & { who: string }>`
    select who, count(*)::int as count, (count(*) filter (where status <> 'open'))::int as ended,
      (count(*) filter (where status = 'open' and (method = 'bank' or provider_id is not null)))::int as waiting,
      max(created_at) as last, extract(epoch from ${shopNow} - max(created_at))::float8 as seconds
    from (${triesOf(asker, kind)}) t group by who`.execute(trx)
  const of = (who: string) => rows.find((row) => row.who === who) ?? none
  return { buyer: of('buyer'), card: of('card'), address: of('address') }
}

/** Unpaid tries. One that the provider has never heard of is none, nor is a later instalment, which is charged to a known card. */
function triesOf({ saleId, sessionId, askedFrom, card }: Asker, kind: Kind) {
  const tried = (seconds: number) => sql`a.created_at > ${shopNow} - ${interval(seconds)}
    and a.method = any(${methods[kind]}::text[]) and coalesce(a.instalment, 1) = 1
    and (a.status = 'open' or a.status in ('failed', 'cancelled') and (a.provider_id is not null or a.declined_for <> ''))`
  return sql`
    select 'address' as who, a.status, a.method, a.provider_id, a.created_at from payment_attempts a
    where a.asked_from = ${askedFrom} and ${tried(hour)}
    union all
    select 'buyer', a.status, a.method, a.provider_id, a.created_at from payment_attempts a
    where a.sale_id in (select id from sales where session_id = ${sessionId} union select ${saleId}::uuid) and ${tried(day)}
    union all
    select 'card', a.status, a.method, a.provider_id, a.created_at from payment_attempts a
    where a.card = ${card} and a.card <> '' and ${tried(day)}`
}

/** Seconds after the last of so many unpaid tries. */
function pauseAfter(tries: number): number {
  return tries <= freeTries ? 0 : Math.min(longestPause, firstPause * 2 ** (tries - freeTries - 1))
}

/** The page offers no bank transfer any more after one that could not be started [CALL-24]. */
const pauses: Record<Kind, (time: string) => string> = {
  cards: (time) => `Several payments were not completed. Please wait ${time} before you try again.`,
  bank: (time) =>
    `Several bank payments were not completed. Please pay by card, or load this page again in ${time}.`,
}

const tryAgainIn = (kind: Kind, seconds: number) =>
  new HttpError(429, pauses[kind](seconds === 1 ? '1 second' : `${seconds} seconds`), {}, seconds)

const stopped: Record<Kind, string> = {
  cards:
    'Too many cards were declined, so we cannot try another one today. Please pay by bank transfer if it is offered, or contact us.',
  bank: 'Too many bank payments were not completed, so we cannot start another one today. Please pay by card, or contact us.',
}

const stoppedAddress =
  'Too many card payments from your network were not completed. Please use another network or another way to pay, try again in an hour, or contact us.'
