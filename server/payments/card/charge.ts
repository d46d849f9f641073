import { isOwnSale } from '#server/basket/own-sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { lockOwnSale } from '#server/basket/sale.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { findPayments } from '#server/payments/attempts/find-attempts.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import type { Conclusion } from '#server/payments/attempts/conclusion.ts'
import {
  limitTries,
  orCaptcha,
  type Asked,
  type PayingContext,
} from '#server/payments/attempts/limit-tries.ts'
import { readPayable, type Payable } from '#server/payments/orders/payable.ts'
import { throwIfOver, type Deadline } from '#server/payments/settling/reply-in-time.ts'
import { sendNewCharge, settleOnce } from '#server/payments/settling/settle.ts'
import { supersede } from '#server/payments/settling/supersede.ts'

/** A payment that can be started. */
export interface Prepared {
  /** The card's fingerprint, '' if unknown. */
  card: string
  /** Opens the attempt on a locked sale. */
  open: (trx: Transaction, payable: Payable, asked: Asked) => Promise<Attempt>
}

/** A request of the page, which may be repeated. */
interface PageRequest {
  /** The page's idempotency key. */
  attempt: string
  /** Whether an attempt with this key was opened by the same request. */
  isSame: (attempt: Attempt) => boolean
}

/**
 * Charges the session's sale with an attempt, once. `prepare` reads what the attempt needs from the provider, before the
 * sale is locked. A sale that is already paid is not charged again. Sends a buyer who has tried too often to the captcha. Throws
 * `HttpError` if the sale cannot be paid, or not now, `Unreachable` if the provider does not answer. After the deadline no
 * payment is started.
 */
export async function chargeSale(
  context: PayingContext,
  session: Session,
  request: PageRequest,
  deadline: Deadline,
  prepare: () => Promise<Prepared>,
): Promise<Conclusion> {
  const known = await findAnswer(context, session, request)
  if (known) return known
  const prepared = await prepare().catch(async (error: unknown) => {
    // What has begun or ended meanwhile is the answer, rather than a refusal.
    const meanwhile = await findAnswer(context, session, request)
    if (meanwhile) return meanwhile
    throw error
  })
  if ('status' in prepared) return prepared
  const { card, open } = prepared
  const start = async (trx: Transaction) => {
    throwIfOver(deadline)
    // After locking the sale, because a simultaneous request may have paid it.
    const sale = await lockOwnSale(trx, session)
    const twin = repeatedOf((await findPayments(trx, session))?.attempts ?? [], request)
    if (twin) return { attempt: twin, isNew: false }
    if (isPaidBy(sale, session)) return { attempt: null, isNew: false }
    const payable = await readPayable(trx, session, sale)
    const asked = await limitTries(trx, context, session, payable.basket, 'cards', card)
    const attempt = await open(trx, payable, asked)
    // Again, because the locks may have taken long.
    throwIfOver(deadline)
    return { attempt, isNew: true }
  }
  const started = await orCaptcha(context, session, () => inTransaction(context.db, start))
  if (started === 'captcha') return { status: 'redirect_to_url', url: '/checkout/' }
  const { attempt, isNew } = started
  if (!attempt) return { status: 'success' }
  return isNew ? sendNewCharge(context, attempt) : settleOnce(context, attempt)
}

/**
 * What a request is answered without a new payment: the payment that it repeats, or one before it; null if there is none. One before
 * it that waits for the buyer gives way. Throws `HttpError` 409 while another one is in progress.
 */
async function findAnswer(
  context: PayingContext,
  session: Session,
  request: PageRequest,
): Promise<Conclusion | null> {
  const found = await findPayments(context.db, session)
  const repeated = repeatedOf(found?.attempts ?? [], request)
  if (repeated) return settleOnce(context, repeated)
  const earlier = await supersede(context, session, found)
  if (earlier) return earlier
  return found && isPaidBy(found.sale, session) ? { status: 'success' } : null
}

/**
 * Finds the attempt that a request repeats. Throws `HttpError` 409 if it was started with another card: its result is not
 * the answer to this request, and charging the new card could charge twice. The page then starts a new attempt.
 */
function repeatedOf(attempts: Attempt[], { attempt, isSame }: PageRequest): Attempt | undefined {
  const found = attempts.find((one) => one.attempt === attempt)
  if (found && !isSame(found))
    throw new HttpError(409, 'This payment was started with another card. Please try again')
  return found
}

function isPaidBy(sale: Pick<Sale, 'session_id' | 'user_id' | 'paid_at'>, session: Session): boolean {
  return sale.paid_at !== null && isOwnSale(sale, session)
}
