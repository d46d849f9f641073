import type { Square, SquareClient, SquareError } from 'square'
import * as z from 'zod/mini'

import {
  KeysRejected,
  Rejected,
  Unreachable,
  type Dispute,
  type ListedRefund,
  type Outcome,
  type ProviderEvent,
  type RefundState,
  type SquareProvider,
} from './payment-provider.ts'
import { readSigned } from './read-signed.ts'
import { declineMessage } from './square-declines.ts'

interface Account {
  applicationId: string
  locationId: string
  accessToken: string
  webhookSignatureKey: string
  /** Address to which Square sends webhooks; a part of what it signs. */
  notificationUrl: string
  apiUrl: string
  script: string
  fetch: typeof fetch
}

/**
 * Loads Square's SDK once. It takes more than a second, or nine on a busy machine, in which the shop answers nobody: begun at the
 * start, in production only if Square is configured.
 */
export const loadSquare = () => import('square')

/** How long a call may take, including its body. A buyer has had a reply before (`reply-in-time.ts`). */
const timeoutMs = 10_000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Card provider with Square's official SDK. An organiser's account is a location of the shop's Square account. */
export function squareCards({
  applicationId,
  locationId,
  accessToken,
  webhookSignatureKey,
  notificationUrl,
  apiUrl,
  script,
  fetch,
}: Account): SquareProvider {
  const locationOf = (account: string) => account || locationId

  /** Calls Square and returns the payment's outcome. */
  const outcomeOf = (account: string, call: Call<{ payment?: Square.Payment }>) =>
    send(async (client, options) => read((await call(client, options)).payment, locationOf(account)))

  /** Calls Square and returns the refund's state. */
  const refundStateOf = (call: Call<{ refund?: Square.PaymentRefund }>) =>
    send(async (client, options) => readRefund((await call(client, options)).refund))

  /** Passes on that Square rejected the request; throws `Unreachable` for all other errors, such as an empty reply. */
  async function send<T>(call: Call<T>): Promise<T> {
    const { SquareClient, SquareError } = await loadSquare()
    const client = new SquareClient({ token: accessToken, baseUrl: apiUrl, maxRetries: 0, fetch })
    try {
      return await call(client, { abortSignal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      if (error instanceof SquareError && isRejection(error)) throw error
      throw new Unreachable('Square did not answer', { cause: error })
    }
  }

  return {
    applicationId,
    locationOf,
    script,
    charge: async ({ key, amount, currency, paymentMethodId, verificationToken, account, reference }) => {
      try {
        return await outcomeOf(account, (client, options) =>
          client.payments.create(
            {
              idempotencyKey: key,
              sourceId: paymentMethodId,
              ...(verificationToken ? { verificationToken } : {}),
              amountMoney: { amount: BigInt(amount), currency },
              locationId: locationOf(account),
              referenceId: reference,
            },
            options,
          ),
        )
      } catch (error) {
        if (error instanceof Unreachable) throw error
        const failed = await readDecline(error)
        if (failed) return failed
        throw rejectionOf(error as SquareError)
      }
    },
    findCharges: ({ account, reference, since }) =>
      send(async (client, options) => {
        const made = await client.payments.list(
          {
            locationId: locationOf(account),
            beginTime: new Date(since.getTime() - minuteMs).toISOString(),
            endTime: new Date(since.getTime() + dayMs).toISOString(),
          },
          options,
        )
        const charges: Outcome[] = []
        for await (const payment of made)
          if (payment.referenceId === reference) charges.push(read(payment, locationOf(account)))
        return charges
      }),
    find: (paymentId, account) =>
      outcomeOf(account, (client, options) => client.payments.get({ paymentId }, options)),
    cancel: async (paymentId, account) => {
      try {
        return await outcomeOf(account, (client, options) => client.payments.cancel({ paymentId }, options))
      } catch (error) {
        if (error instanceof Unreachable) throw error
        // The payment has succeeded or ended meanwhile and can no longer be cancelled.
        return outcomeOf(account, (client, options) => client.payments.get({ paymentId }, options))
      }
    },
    refund: async ({ providerId, amount, currency, key }) => {
      try {
        return await refundStateOf((client, options) =>
          client.refunds.refundPayment(
            {
              idempotencyKey: key,
              paymentId: providerId,
              // One that Square does not know is rejected by it.
              amountMoney: { amount: BigInt(amount), currency: currency as Square.Currency },
            },
            options,
          ),
        )
      } catch (error) {
        const reason = await readRefusedRefund(error)
        if (reason) return { status: 'failed', refundId: null, reason }
        throw error
      }
    },
    findRefund: (refundId) => refundStateOf((client, options) => client.refunds.get({ refundId }, options)),
    // Square's list has no filter for a payment, but a payment names its refunds.
    refundsOf: (paymentId) =>
      send(async (client, options) => {
        const { payment } = await client.payments.get({ paymentId }, options)
        if (!payment?.id) throw new Unreachable('Square did not return the payment')
        return Promise.all(
          (payment.refundIds ?? []).map(async (refundId) =>
            listedRefund((await client.refunds.get({ refundId }, options)).refund, paymentId),
          ),
        )
      }),
    refundsSince: (since, account) =>
      send(async (client, options) => {
        const made = await client.refunds.list(
          { beginTime: since.toISOString(), locationId: locationOf(account), limit: 100 },
          options,
        )
        const refunds: ListedRefund[] = []
        for await (const refund of made) refunds.push(listedRefund(refund, refund.paymentId ?? ''))
        return refunds
      }),
    findDispute: (disputeId) =>
      send(async (client, options) => {
        const { dispute } = await client.disputes.get({ disputeId }, options)
        return readDispute(dispute)
      }),
    readEvent: async ({ headers, body }) => {
      const { WebhooksHelper } = await loadSquare()
      const isSigned = await WebhooksHelper.verifySignature({
        requestBody: body,
        signatureHeader: headers.get('X-Square-HmacSha256-Signature') ?? '',
        signatureKey: webhookSignatureKey,
        notificationUrl,
      })
      return isSigned ? readSigned(() => readEvent(body)) : null
    },
  }
}

/** A webhook as Square sends it. */
const eventSchema = z.object({ event_id: z.string(), type: z.string(), data: z.optional(z.unknown()) })

/** The data of an event about a payment, a refund or a dispute: its id, and the object itself. */
const subjectSchema = z.nullish(
  z.object({
    id: z.nullish(z.string()),
    object: z.nullish(
      z.object({
        payment: z.nullish(z.object({ status: z.nullish(z.string()), reference_id: z.nullish(z.string()) })),
        refund: z.nullish(z.object({ payment_id: z.nullish(z.string()) })),
        dispute: z.nullish(
          z.object({
            amount_money: z.object({ amount: z.number(), currency: z.string() }),
            disputed_payment: z.nullish(z.object({ payment_id: z.nullish(z.string()) })),
            reason: z.nullish(z.string()),
            due_at: z.nullish(z.string()),
            state: z.nullish(z.string()),
          }),
        ),
      }),
    ),
  }),
)

function readEvent(body: string): ProviderEvent {
  const { event_id: id, type, data } = eventSchema.parse(JSON.parse(body))
  const isPayment = type.startsWith('payment.')
  const isRefund = type.startsWith('refund.')
  const isDispute = type.startsWith('dispute.') && !type.startsWith('dispute.evidence.')
  // Events about something else are acknowledged, whatever their data is.
  const subject = isPayment || isRefund || isDispute ? subjectSchema.parse(data) : null
  const { payment, refund, dispute } = subject?.object ?? {}
  const subjectId = subject?.id ?? null
  return {
    id,
    type,
    payment: isPayment ? subjectId : ((refund ?? dispute?.disputed_payment)?.payment_id ?? null),
    isRefund,
    dispute: dispute
      ? {
          id: subjectId ?? '',
          ...dispute.amount_money,
          reason: dispute.reason ?? '',
          answerBy: dispute.due_at ?? null,
          status: endOf(dispute.state),
        }
      : null,
    isPaid: isPayment && payment?.status === 'COMPLETED',
    reference: (isPayment && payment?.reference_id) || '',
  }
}

type Call<T> = (client: SquareClient, options: { abortSignal: AbortSignal }) => Promise<T>

/** Codes of requests whose outcome is not known yet, such as one that repeats another in progress. */
const unsettledCodes = new Set(['TEMPORARY_ERROR', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'])

/** Whether Square has rejected a request, so that it has no effect. */
function isRejection({ statusCode = 0, errors }: SquareError): boolean {
  const isRefused = statusCode >= 400 && statusCode < 500 && ![408, 409, 429].includes(statusCode)
  return isRefused && !errors.some(({ code }) => unsettledCodes.has(code))
}

/** Returns the error of a charge that Square has rejected. */
function rejectionOf(error: SquareError): Rejected | KeysRejected {
  const Kind = error.statusCode === 401 || error.statusCode === 403 ? KeysRejected : Rejected
  return new Kind(error.message, { cause: error })
}

function read(payment: Square.Payment | undefined, location: string): Outcome {
  const { id: providerId, status, totalMoney, referenceId, locationId } = payment ?? {}
  // Square may reply with an empty body on an internal error, although the charge may have succeeded.
  if (!providerId) throw new Unreachable('Square did not return the payment')
  switch (status) {
    case 'COMPLETED':
      return {
        status: 'succeeded',
        providerId,
        amount: Number(totalMoney?.amount),
        currency: totalMoney?.currency ?? '',
        reference: referenceId ?? '',
        ...(locationId && locationId !== location ? { otherAccount: locationId } : {}),
      }
    case 'APPROVED':
    case 'PENDING':
      return { status: 'pending', providerId }
    case 'CANCELED':
    case 'FAILED':
      return { status: 'failed', providerId, message: '' }
    default:
      throw new Unreachable('Square did not return the status of the payment')
  }
}

/** Reads the outcome of a charge from an error about the card; null for other errors. */
async function readDecline(error: unknown): Promise<Outcome | null> {
  const { SquareError } = await loadSquare()
  if (!(error instanceof SquareError)) return null
  const message = declineMessage(error.errors[0] ?? {})
  if (message === null) return null
  // Square adds the failed payment to the errors.
  const body = error.body as { payment?: { id?: string } } | undefined
  const reason = error.errors[0]?.code
  return { status: 'failed', providerId: body?.payment?.id ?? null, message, ...(reason ? { reason } : {}) }
}

function readRefund(refund: Square.PaymentRefund | undefined): RefundState {
  if (!refund?.id) throw new Unreachable('Square did not return the refund')
  const { id: refundId, status } = refund
  switch (status) {
    case 'COMPLETED':
      return { status: 'done', refundId }
    case 'PENDING':
      return { status: 'accepted', refundId }
    case 'REJECTED':
    case 'FAILED':
      return { status: 'failed', refundId, reason: status }
    default:
      throw new Unreachable('Square did not return the status of the refund')
  }
}

function listedRefund(refund: Square.PaymentRefund | undefined, providerId: string): ListedRefund {
  const state = readRefund(refund)
  return {
    refundId: refund?.id ?? '',
    providerId,
    amount: Number(refund?.amountMoney.amount),
    currency: refund?.amountMoney.currency ?? '',
    status: state.status,
    reason: state.status === 'failed' ? state.reason : '',
  }
}

function readDispute(dispute: Square.Dispute | undefined): Dispute {
  if (!dispute?.id) throw new Unreachable('Square did not return the dispute')
  return {
    id: dispute.id,
    amount: Number(dispute.amountMoney?.amount),
    currency: dispute.amountMoney?.currency ?? '',
    reason: dispute.reason ?? '',
    answerBy: dispute.dueAt ?? null,
    status: endOf(dispute.state),
  }
}

/** How a dispute has ended. In one that the owner has accepted, the buyer has the money. */
function endOf(state: string | null | undefined): Dispute['status'] {
  if (state === 'LOST' || state === 'ACCEPTED') return 'lost'
  return state === 'WON' || state === 'INQUIRY_CLOSED' ? 'won' : 'open'
}

/** Categories of errors for which the same refund would be rejected again. */
const finalCategories = new Set(['INVALID_REQUEST_ERROR', 'PAYMENT_METHOD_ERROR', 'REFUND_ERROR'])

/** Reads why Square rejected a refund for good; null for other errors. */
async function readRefusedRefund(error: unknown): Promise<string | null> {
  const { SquareError } = await loadSquare()
  const [first] = error instanceof SquareError ? error.errors : []
  return first && finalCategories.has(first.category) ? first.code : null
}
