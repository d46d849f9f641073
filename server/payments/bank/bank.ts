import { randomUUID } from 'node:crypto'

import { ownsSale } from '#server/basket/own-sale.ts'
import { messages } from '#server/basket/sale.ts'
import { logStep } from '#server/basket/step-log.ts'
import { secondsUntil } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { decimal } from '#src/lib/money.ts'

import { conclude } from '#server/payments/settling/conclude.ts'
import { findAttempt, findLastAttempt, findPayments } from '#server/payments/attempts/find-attempts.ts'
import { openAttempt } from '#server/payments/attempts/open-attempt.ts'
import { paymentFailed, readRecordedConclusion } from '#server/payments/attempts/conclusion.ts'
import type { Attempt, AttemptDetails } from '#server/payments/attempts/attempt.ts'
import { providerOf } from '#server/payments/attempts/provider-of.ts'
import { limitTries, orCaptcha, type PayingContext } from '#server/payments/attempts/limit-tries.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { askProviderOnce, claimProviderRequest } from '#server/payments/settling/ask-provider-once.ts'
import { contactNumberOf, lockPayable } from '#server/payments/orders/payable.ts'
import { throwIfOver, type Deadline } from '#server/payments/settling/reply-in-time.ts'
import { cancelAttempt, settle } from '#server/payments/settling/settle.ts'
import { supersede } from '#server/payments/settling/supersede.ts'

/** The bank status as JSON [ENTI-35]. */
export interface BankStatus {
  payment_completed: boolean
  reference: string
  total: string
  checkout_expires_in: number
  truelayer_status_error: string
  status: Attempt['status']
}

const notOffered = 'Instant bank transfer is not available for this basket'

interface Transfer {
  contactNumber: string
  /** Address to which the bank sends the buyer back. */
  returnUrl: string
}

/**
 * Opens a bank transfer for the session's sale and returns the address of the bank's page [CALL-24], or of the checkout if it is
 * paid or needs a captcha. Throws `HttpError`.
 */
export async function startBankTransfer(
  context: PayingContext,
  session: Session,
  { contactNumber, returnUrl }: Transfer,
  deadline: Deadline,
): Promise<string> {
  const { bank } = context.providers
  if (!bank) throw new HttpError(409, notOffered)
  const earlier = await supersede(context, session, await findPayments(context.db, session))
  if (earlier?.status === 'success') return '/checkout/'
  if (earlier?.status === 'unsuccessful') throw new HttpError(409, earlier.message)
  const open = async (trx: Transaction) => {
    throwIfOver(deadline)
    const payable = await lockPayable(trx, session)
    const { basket, buyer } = payable
    const [organiser] = basket.organisers
    const isOffered =
      organiser?.provider === '' &&
      organiser.takes_bank_transfers &&
      !basket.organisers.every(({ is_express }) => is_express) &&
      basket.sale.currency !== null &&
      bank.accepts(basket.sale.currency)
    if (!isOffered) throw new HttpError(409, notOffered)
    await trx
      .updateTable('sales')
      .set({ contact_number: contactNumberOf(payable, contactNumber) })
      .where('id', '=', basket.sale.id)
      .execute()
    const reference = basket.sale.reference ?? ''
    const asked = await limitTries(trx, context, session, basket, 'bank')
    const attempt = await openAttempt(trx, basket, {
      attempt: randomUUID(),
      provider: 'truelayer',
      method: 'bank',
      details: { reference } satisfies AttemptDetails,
      ...asked,
    })
    // Again, because the locks may have taken long.
    throwIfOver(deadline)
    return { attempt, buyer, reference }
  }
  const opened = await orCaptcha(context, session, () => inTransaction(context.db, open))
  if (opened === 'captcha') return '/checkout/'
  const { attempt, buyer, reference } = opened
  try {
    const { providerId, url } = await bank.create({
      key: attempt.id,
      amount: attempt.amount,
      currency: attempt.currency,
      reference,
      name: buyer.name,
      email: buyer.email,
      returnUrl,
    })
    throwIfOver(deadline)
    const { status } = await conclude(context.db, attempt, { status: 'action', providerId, url })
    if (status !== 'redirect_to_url') {
      // Another payment has started meanwhile.
      await bank.cancel(providerId, '')
      throw new HttpError(409, messages.paying)
    }
    const { numUpdatedRows } = await context.db
      .updateTable('sales')
      .set({ state: 'awaiting_truelayer' })
      .where('id', '=', attempt.sale_id)
      .where('paid_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await logStep(context.db, attempt.sale_id, 'awaiting_truelayer')
    return url
  } catch (error) {
    // The buyer never saw the bank's page, so this transfer cannot be paid.
    await conclude(context.db, attempt, { status: 'failed', providerId: null, message: '' })
    throw error
  }
}

/**
 * Reads the status of the session's bank transfer [CALL-27]. However often pages ask, the provider is asked at most once a
 * second for each payment; other replies tell what is recorded. Throws `HttpError` 404 if there is none.
 */
export async function readBankStatus(context: PaymentContext, session: Session): Promise<BankStatus> {
  const attempt = await findLastAttempt(context.db, session.saleId, 'bank')
  if (!attempt || !(await ownsSale(context.db, session)))
    throw new HttpError(404, 'There is no bank transfer for this basket')
  const conclusion = (await claimProviderRequest(context.db, attempt))
    ? await settle(context, attempt)
    : await readRecordedConclusion(context.db, await findAttempt(context.db, attempt.id))
  const now = await findLastAttempt(context.db, session.saleId, 'bank')
  const sale = await context.db
    .selectFrom('sales')
    .select(['reference', 'paid_at'])
    .select(({ fn, lit }) => fn.coalesce(secondsUntil('held_until'), lit(0)).as('seconds'))
    .where('id', '=', attempt.sale_id)
    .executeTakeFirstOrThrow()
  const isPaid = sale.paid_at !== null
  return {
    payment_completed: isPaid,
    reference: sale.reference ?? '',
    total: decimal(attempt.amount),
    checkout_expires_in: Math.max(0, Math.floor(sale.seconds)),
    truelayer_status_error:
      !isPaid && conclusion.status === 'unsuccessful' ? conclusion.message || paymentFailed : '',
    status: now?.status ?? attempt.status,
  }
}

/** How the bank transfer provider sent the buyer back. */
interface BankReturn {
  /** The payment at the provider; '' if the address names none. */
  payment: string
  saysAbandoned: boolean
}

/**
 * Records that the buyer is back from the bank, as `0` after a cancellation [BANK-05, OPEN-28]. The waiting page then
 * reads the payment's status. Any page can send the buyer's browser to the return address, so it counts only with the id
 * of their own open payment, which nobody else knows. A cancellation counts only if the provider reports no payment.
 */
export async function returnFromBank(
  context: PaymentContext,
  session: Session,
  { payment, saysAbandoned }: BankReturn,
): Promise<void> {
  const attempt = await findLastAttempt(context.db, session.saleId, 'bank')
  if (attempt?.status !== 'open' || attempt.provider_id !== payment) return
  if (!(await ownsSale(context.db, session))) return
  const question = saysAbandoned ? 'return abandoned' : 'return'
  const known = () => Promise.resolve()
  await askProviderOnce(
    context,
    attempt,
    question,
    () => recordReturn(context, attempt, payment, saysAbandoned),
    known,
  )
}

async function recordReturn(
  context: PaymentContext,
  attempt: Attempt,
  payment: string,
  saysAbandoned: boolean,
): Promise<void> {
  const outcome = await providerOf(context, attempt).find(payment, '')
  const isAbandoned = outcome.status === 'action' && saysAbandoned
  if (isAbandoned) await cancelAttempt(context, attempt)
  if (outcome.status === 'failed' && outcome.isCancelled) await conclude(context.db, attempt, outcome)
  const isCancelled = isAbandoned || (outcome.status === 'failed' && outcome.isCancelled)
  await context.db
    .updateTable('sales')
    .set({ truelayer_returned_from: isCancelled ? '0' : '1' })
    .where('id', '=', attempt.sale_id)
    .where('paid_at', 'is', null)
    .execute()
}
