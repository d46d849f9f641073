import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import type { Database } from '#server/database/connect.ts'
import { jsonText } from '#server/database/json-text.ts'
import { sandboxSquareKeys } from '#server/providers/sandbox-keys.ts'

import { changeRecord, findByKey, findRecord, keepRecord, newRecordId } from './records.ts'
import { exceedsPayment, readRefunds } from './refund-records.ts'
import { hasCome, slowEnd } from './slow-payments.ts'
import { readTestCard, type Behaviour, type CardFace } from './test-cards.ts'

/** A tokenised card; its id is the token. Card numbers are not stored. */
interface Card {
  id: string
  face: CardFace
  behaviour: Behaviour
  /** Proof that the buyer has confirmed the payment, if they have; with `isInToken`, the token is proof enough. */
  verification: string
  isInToken: boolean
}

interface Payment {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'CANCELED' | 'FAILED'
  amount_money: Money
  total_money: Money
  location_id: string
  reference_id: string
  source_type: 'CARD'
  card_details: { card: { card_brand: string; last_4: string; exp_month: number; exp_year: number } }
  /** When a pending payment completes, in shop time. */
  completes_at: string
  error: SquareProblem | null
}

interface Refund {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'REJECTED' | 'FAILED'
  payment_id: string
  location_id: string
  amount_money: Money
}

interface Money {
  amount: number
  currency: string
}

interface SquareProblem {
  category: 'PAYMENT_METHOD_ERROR' | 'INVALID_REQUEST_ERROR' | 'AUTHENTICATION_ERROR'
  code: string
  detail: string
  field?: string
}

/** Square's names of a card's fields. */
const fieldNames: Record<string, string> = {
  number: 'cardNumber',
  exp_month: 'expirationDate',
  exp_year: 'expirationDate',
  cvc: 'cvv',
}

class SquareSimulatorError extends Error {
  readonly status: ContentfulStatusCode
  readonly problem: SquareProblem
  constructor(status: ContentfulStatusCode, problem: SquareProblem) {
    super(problem.detail)
    this.status = status
    this.problem = problem
  }
}

const moneySchema = z.object({ amount: z.int().check(z.minimum(1)), currency: z.string() })
const cardSchema = z.object({
  application_id: z.string(),
  number: z.string(),
  month: z.string(),
  year: z.string(),
  cvv: z.string(),
})
const verificationSchema = z.object({
  application_id: z.string(),
  source_id: z.string(),
  is_in_token: z._default(z.boolean(), false),
})
const paymentSchema = z.object({
  idempotency_key: z.string().check(z.minLength(1), z.maxLength(45)),
  source_id: z.string(),
  verification_token: z.optional(z.string()),
  amount_money: moneySchema,
  location_id: z.string().check(z.minLength(1)),
  reference_id: z._default(z.string().check(z.maxLength(40)), ''),
})
const refundSchema = z.object({
  idempotency_key: z.string().check(z.minLength(1), z.maxLength(45)),
  payment_id: z.string(),
  amount_money: moneySchema,
})

/**
 * Simulates Square locally: payments and refunds with Square's HTTP API, so that the official SDK works with it, and what
 * the simulated browser script needs: tokens for cards and the buyer's confirmation.
 */
export function squareSimulator(db: Database): Hono {
  const routes = new Hono()
  routes.onError((error, c) => {
    if (error instanceof SquareSimulatorError) return c.json({ errors: [error.problem] }, error.status)
    throw error
  })

  routes.post('/cards', async (c) => {
    const { application_id, ...typed } = await readBody(c, cardSchema)
    demandApplication(application_id)
    const read = readTestCard({ ...typed, cvc: typed.cvv })
    if ('code' in read) throw invalid('INVALID_CARD_DATA', read.message, fieldNames[read.param] ?? '')
    const card: Card = { id: `cnon:${newRecordId('card')}`, ...read, verification: '', isInToken: false }
    await keepRecord(db, 'square_card', card)
    return c.json({
      token: card.id,
      card: faceOf(card),
      needs_confirmation: card.behaviour === 'authenticates' || card.behaviour === 'always_authenticates',
    })
  })

  routes.post('/verifications', async (c) => {
    const { application_id, source_id, is_in_token: isInToken } = await readBody(c, verificationSchema)
    demandApplication(application_id)
    const card = await findCard(db, source_id)
    const verification = `verf:${newRecordId('check')}`
    const verified: Card = { ...card, verification, isInToken }
    await changeRecord(db, verified)
    return c.json({ token: verification })
  })

  routes.post('/v2/payments', async (c) => {
    demandToken(c)
    const order = await readBody(c, paymentSchema)
    const card = await findCard(db, order.source_id)
    const use = { id: newRecordId('use'), key: order.idempotency_key }
    const firstUse = await keepRecord(db, 'square_card_use', use, card.id)
    if (firstUse.key !== order.idempotency_key)
      throw invalid('CARD_TOKEN_USED', 'The card token has been used', 'source_id')
    const payment: Payment = {
      id: newRecordId('sq'),
      ...(await charged(db, card, order.verification_token ?? '')),
      amount_money: order.amount_money,
      total_money: order.amount_money,
      location_id: order.location_id,
      reference_id: order.reference_id,
      source_type: 'CARD',
      card_details: { card: faceOf(card) },
    }
    const kept = await keepRecord(db, 'square_payment', payment, `square ${order.idempotency_key}`)
    if (card.behaviour === 'loses_reply' && kept.id === payment.id) return c.text('Bad gateway', 502)
    if (kept.error) return c.json({ errors: [kept.error], payment: shown(kept) }, 400)
    return answer(c, await findPayment(db, kept.id))
  })

  routes.get('/v2/payments', async (c) => {
    demandToken(c)
    const { begin_time, end_time, location_id } = c.req.query()
    if (!begin_time || !end_time || !location_id)
      throw invalid('BAD_REQUEST', 'The sandbox needs all filters')
    const found = await db
      .selectFrom('sandbox_records')
      .select('id')
      .where('kind', '=', 'square_payment')
      .where('created_at', '>=', new Date(begin_time))
      .where('created_at', '<', new Date(end_time))
      .where(jsonText('data', 'location_id'), '=', location_id)
      .execute()
    const payments = await Promise.all(found.map(async ({ id }) => shown(await findPayment(db, id))))
    return c.json({ payments })
  })

  routes.get('/v2/payments/:id', async (c) => {
    demandToken(c)
    const payment = await findPayment(db, c.req.param('id'))
    const made = await readRefunds<Refund>(db, 'amount_money', { payment: payment.id })
    const refund_ids = made.map(({ refund }) => refund.id)
    return c.json({ payment: { ...shown(payment), ...(refund_ids.length > 0 ? { refund_ids } : {}) } })
  })

  routes.post('/v2/payments/:id/cancel', async (c) => {
    demandToken(c)
    const payment = await findPayment(db, c.req.param('id'))
    if (payment.status !== 'PENDING') throw invalid('BAD_REQUEST', `The payment is ${payment.status}`)
    const canceled: Payment = { ...payment, status: 'CANCELED' }
    await changeRecord(db, canceled)
    return answer(c, canceled)
  })

  routes.post('/v2/refunds', async (c) => {
    demandToken(c)
    const { idempotency_key, payment_id, amount_money } = await readBody(c, refundSchema)
    const key = `square refund ${idempotency_key}`
    const made = await findByKey(db, key)
    if (made) return c.json({ refund: made })
    const payment = await findPayment(db, payment_id)
    if (payment.status !== 'COMPLETED')
      throw invalid('PAYMENT_NOT_REFUNDABLE', 'The payment is not completed')
    const { amount: paid, currency } = payment.total_money
    const { amount } = amount_money
    const isTooMuch = await exceedsPayment(db, 'amount_money', { payment: payment_id, paid, amount, key })
    if (isTooMuch || amount_money.currency !== currency)
      throw invalid('REFUND_AMOUNT_INVALID', 'The amount is not left of the payment')
    const refund: Refund = {
      id: newRecordId('re'),
      status: 'COMPLETED',
      payment_id,
      location_id: payment.location_id,
      amount_money,
    }
    return c.json({ refund: await keepRecord(db, 'refund', refund, key) })
  })

  routes.get('/v2/refunds', async (c) => {
    demandToken(c)
    const { begin_time, location_id, cursor = '0', limit = '100' } = c.req.query()
    const from = begin_time ? new Date(begin_time) : undefined
    const made = (await readRefunds<Refund>(db, 'amount_money', { from })).filter(
      ({ refund }) => !location_id || refund.location_id === location_id,
    )
    const end = Number(cursor) + Number(limit)
    const refunds = made
      .slice(Number(cursor), end)
      .map(({ refund, madeAt }) => ({ ...refund, created_at: madeAt.toISOString() }))
    return c.json({ refunds, ...(end < made.length ? { cursor: String(end) } : {}) })
  })

  routes.get('/v2/refunds/:id', async (c) => {
    demandToken(c)
    const refund = await findRecord(db, 'refund', c.req.param('id'))
    if (!refund) throw unknown('Refund not found')
    return c.json({ refund })
  })

  // A dispute is a stored record: no card of the sandbox opens one.
  routes.get('/v2/disputes/:id', async (c) => {
    demandToken(c)
    const dispute = await findRecord(db, 'dispute', c.req.param('id'))
    if (!dispute) throw unknown('Dispute not found')
    return c.json({ dispute })
  })

  return routes
}

/** The state of a new payment with a card. */
async function charged(
  db: Database,
  { behaviour, verification, isInToken }: Card,
  given: string,
): Promise<Pick<Payment, 'status' | 'completes_at' | 'error'>> {
  const done = { status: 'COMPLETED', completes_at: '', error: null } as const
  const declined = (code: string) =>
    ({
      status: 'FAILED',
      completes_at: '',
      error: { category: 'PAYMENT_METHOD_ERROR', code, detail: `Authorization error: '${code}'` },
    }) as const
  switch (behaviour) {
    case 'pays':
    case 'loses_reply':
    case 'fails_once_saved':
      return done
    case 'pays_slowly':
      return { ...done, status: 'PENDING', completes_at: await slowEnd(db) }
    case 'is_declined':
      return declined('GENERIC_DECLINE')
    case 'lacks_funds':
      return declined('INSUFFICIENT_FUNDS')
    case 'authenticates':
    case 'always_authenticates':
      return verification && (isInToken || given === verification)
        ? done
        : declined('CARD_DECLINED_VERIFICATION_REQUIRED')
  }
}

async function findCard(db: Database, token: string): Promise<Card> {
  const card = await findRecord<Card>(db, 'square_card', token)
  if (card) return card
  throw unknown('Card nonce not found', 'source_id')
}

async function findPayment(db: Database, id: string): Promise<Payment> {
  const payment = await findRecord<Payment>(db, 'square_payment', id)
  if (!payment) throw unknown('Payment not found')
  const isDone = payment.status === 'PENDING' && (await hasCome(db, payment.completes_at))
  return isDone ? { ...payment, status: 'COMPLETED' } : payment
}

function faceOf({ face }: Card) {
  return {
    card_brand: face.brand.toUpperCase(),
    last_4: face.last4,
    exp_month: face.exp_month,
    exp_year: face.exp_year,
  }
}

function answer(c: Context, payment: Payment) {
  return c.json({ payment: shown(payment) })
}

function shown({ completes_at: _, error: __, ...payment }: Payment) {
  return payment
}

function demandToken(c: Context): void {
  if (c.req.header('Authorization') === `Bearer ${sandboxSquareKeys.accessToken}`) return
  throw unauthorised('This request could not be authorized.')
}

function demandApplication(id: string): void {
  if (id !== sandboxSquareKeys.applicationId) throw unauthorised('The application id is not known.')
}

async function readBody<T>(c: Context, schema: z.ZodMiniType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => null)
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid('BAD_REQUEST', issue?.message ?? 'Invalid', issue?.path.join('.') ?? '')
}

function invalid(code: string, detail: string, field?: string): SquareSimulatorError {
  const problem = { category: 'INVALID_REQUEST_ERROR', code, detail, ...(field ? { field } : {}) } as const
  return new SquareSimulatorError(400, problem)
}

function unknown(detail: string, field?: string): SquareSimulatorError {
  return new SquareSimulatorError(404, { ...invalid('NOT_FOUND', detail, field).problem })
}

function unauthorised(detail: string): SquareSimulatorError {
  return new SquareSimulatorError(401, { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail })
}
