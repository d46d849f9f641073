import Stripe from 'stripe'

import {
  KeysRejected,
  Rejected,
  Unreachable,
  type Card,
  type Dispute,
  type ListedRefund,
  type Outcome,
  type ProviderEvent,
  type RefundState,
  type SetupState,
  type StripeProvider,
} from './payment-provider.ts'
import { readSigned } from './read-signed.ts'

interface Account {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The secret of the webhook for connected accounts. */
  connectWebhookSecret?: string | undefined
  script: string
  fetch: typeof fetch
}

/** Card provider with Stripe's official SDK. */
export function stripeCards({
  secretKey,
  publishableKey,
  webhookSecret,
  connectWebhookSecret,
  script,
  fetch,
}: Account): StripeProvider {
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 1,
    timeout: 10_000,
    httpClient: Stripe.createFetchHttpClient(fetch),
  })

  return {
    publishableKey,
    script,
    charge: ({ key, amount, currency, paymentMethodId, account, reference, returnUrl, customer }) =>
      chargeOf(() =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            payment_method: paymentMethodId,
            allowed_payment_method_types: ['card'],
            confirm: true,
            metadata: { reference, attempt: key },
            ...(customer ? { customer: customer.id } : {}),
            ...(customer?.isPresent ? { setup_future_usage: 'off_session' } : {}),
            ...(customer && !customer.isPresent ? { off_session: true } : { return_url: returnUrl }),
          },
          { idempotencyKey: key, ...onAccount(account) },
        ),
      ),
    createCustomer: async ({ key, account, email, name }) => {
      const { id } = await reachable(() =>
        stripe.customers.create({ email, name }, { idempotencyKey: key, ...onAccount(account) }),
      )
      return id
    },
    readCard: async (methodId, account) => {
      try {
        return readCard(
          await reachable(() => stripe.paymentMethods.retrieve(methodId, {}, onAccount(account))),
        )
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    saveCard: ({ key, customer, methodId, account, returnUrl }) =>
      setupOf(() =>
        stripe.setupIntents.create(
          {
            customer,
            payment_method: methodId,
            allowed_payment_method_types: ['card'],
            usage: 'off_session',
            confirm: true,
            return_url: returnUrl,
          },
          { idempotencyKey: key, ...onAccount(account) },
        ),
      ),
    findSetup: (setupId, account) =>
      setupOf(() => stripe.setupIntents.retrieve(setupId, {}, onAccount(account))),
    removeCard: async (methodId, account) => {
      try {
        await reachable(() => stripe.paymentMethods.detach(methodId, {}, onAccount(account)))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        // A card that belongs to nobody has been removed before.
      }
    },
    findCharges: async ({ key, account }) => {
      const query = `metadata['attempt']:'${key}'`
      const { data } = await reachable(() => stripe.paymentIntents.search({ query }, onAccount(account)))
      return data.map(read)
    },
    find: (id, account) => outcomeOf(() => stripe.paymentIntents.retrieve(id, {}, onAccount(account))),
    cancel: async (id, account) => {
      try {
        return await outcomeOf(() => stripe.paymentIntents.cancel(id, {}, onAccount(account)))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        // The payment has succeeded or ended meanwhile and can no longer be cancelled.
        return outcomeOf(() => stripe.paymentIntents.retrieve(id, {}, onAccount(account)))
      }
    },
    refund: async ({ providerId, account, amount, key, isOld }) => {
      const made = isOld ? await findRefundOf(providerId, account, key) : undefined
      if (made) return readRefund(made)
      return refundStateOf(() =>
        stripe.refunds.create(
          { payment_intent: providerId, amount, metadata: { refund: key } },
          { idempotencyKey: key, ...onAccount(account) },
        ),
      )
    },
    findRefund: async (refundId, _, account) =>
      readRefund(await reachable(() => stripe.refunds.retrieve(refundId, {}, onAccount(account)))),
    refundsOf: (providerId, account) => listRefunds({ payment_intent: providerId }, account),
    refundsSince: (since, account) =>
      listRefunds({ created: { gte: Math.floor(since.getTime() / 1000) } }, account),
    findDispute: async (disputeId, account) =>
      readDispute(await reachable(() => stripe.disputes.retrieve(disputeId, {}, onAccount(account)))),
    readEvent: async ({ headers, body }) => {
      const signature = headers.get('Stripe-Signature') ?? ''
      const isSigned = [webhookSecret, connectWebhookSecret].some((secret) => {
        try {
          return secret && stripe.webhooks.signature?.verifyHeader(body, signature, secret)
        } catch {
          // Signed with the other secret, or not by Stripe.
          return false
        }
      })
      return isSigned ? readSigned(() => readEvent(JSON.parse(body) as Event)) : null
    },
  }

  /** Finds the refund of a payment that was made with a key. */
  async function findRefundOf(payment: string, account: string, key: string) {
    const made = await readRefunds({ payment_intent: payment }, account)
    return made.find(({ metadata }) => metadata?.refund === key)
  }

  async function listRefunds(which: Stripe.RefundListParams, account: string): Promise<ListedRefund[]> {
    return (await readRefunds(which, account)).map(listedRefund)
  }

  /** Reads all pages of a list of refunds. */
  async function readRefunds(which: Stripe.RefundListParams, account: string): Promise<Stripe.Refund[]> {
    const refunds: Stripe.Refund[] = []
    for (let page: Stripe.RefundListParams = {}; ;) {
      const { data, has_more } = await reachable(() =>
        stripe.refunds.list({ ...which, ...page, limit: 100 }, onAccount(account)),
      )
      // The provider may reply with an empty body on an internal error.
      if (!Array.isArray(data)) throw new Unreachable('The card provider did not return the refunds')
      refunds.push(...data)
      const last = data.at(-1)
      if (!has_more || !last) return refunds
      page = { starting_after: last.id }
    }
  }
}

/** Charges. Throws `Rejected` or `KeysRejected` if nothing was charged. */
async function chargeOf(call: () => Promise<Stripe.Response<Stripe.PaymentIntent>>): Promise<Outcome> {
  try {
    return await outcomeOf(call)
  } catch (error) {
    const { StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeInvalidRequestError) throw new Rejected(error.message, { cause: error })
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      throw new KeysRejected(error.message, { cause: error })
    throw error
  }
}

async function outcomeOf(call: () => Promise<Stripe.Response<Stripe.PaymentIntent>>): Promise<Outcome> {
  try {
    return read(await reachable(call))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return {
        status: 'failed',
        providerId: error.payment_intent?.id ?? null,
        message: error.message,
        ...absence(error.code),
        ...decline(error.payment_intent?.last_payment_error ?? error),
      }
    const isUnknownCard =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'payment_method'
    if (isUnknownCard) return { status: 'failed', providerId: null, message: '' }
    if (error instanceof Unreachable && isInProgress(error.cause))
      return { status: 'pending', providerId: null }
    throw error
  }
}

/** Throws `Unreachable` if the provider did not answer or had an internal error; passes other errors on. */
async function reachable<T>(call: () => Promise<Stripe.Response<T>>): Promise<T> {
  try {
    const reply = await call()
    // The SDK takes an error without a description for a success.
    if (reply.lastResponse.statusCode >= 400) throw new Unreachable('The card provider had an internal error')
    return reply
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError } =
      Stripe.errors
    const hasNoAnswer = [
      StripeConnectionError,
      StripeAPIError,
      StripeRateLimitError,
      StripeIdempotencyError,
    ].some((kind) => error instanceof kind)
    throw hasNoAnswer || isInProgress(error)
      ? new Unreachable('The card provider did not answer', { cause: error })
      : error
  }
}

/** Whether another request with the same key is in progress, so that the outcome is not known yet. */
function isInProgress(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409
}

function read(intent: Stripe.PaymentIntent): Outcome {
  const providerId = intent.id
  const url = intent.next_action?.redirect_to_url?.url
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'succeeded',
        providerId,
        amount: intent.amount,
        currency: intent.currency.toUpperCase(),
        reference: intent.metadata.reference ?? '',
      }
    case 'requires_action':
      return url ? { status: 'action', providerId, url } : { status: 'failed', providerId, message: '' }
    case 'processing':
    case 'requires_capture':
      return { status: 'pending', providerId }
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'canceled':
      return {
        status: 'failed',
        providerId,
        message: intent.last_payment_error?.message ?? '',
        ...(intent.status === 'canceled' ? { isCancelled: true } : {}),
        ...absence(intent.last_payment_error?.code),
        ...decline(intent.last_payment_error),
      }
    default:
      // The provider may reply with an empty body on an internal error, although the charge may have succeeded.
      throw new Unreachable('The card provider did not return the status of the payment')
  }
}

/** Why a card was declined, such as `do_not_honor`, or `fraudulent` if Radar blocked it; and which card it was. */
function decline(error: Declined | null): { reason?: string; card?: string } {
  const reason = error?.decline_code ?? error?.code
  const card = error?.payment_method?.card?.fingerprint
  return { ...(reason ? { reason } : {}), ...(card ? { card } : {}) }
}

type Declined = Pick<Stripe.PaymentIntent.LastPaymentError, 'decline_code' | 'code' | 'payment_method'>

/** Whether a charge failed because the buyer was absent. */
function absence(code: string | undefined): { needsBuyer?: true } {
  return code === 'authentication_required' ? { needsBuyer: true } : {}
}

function readCard({ id, card, customer }: Stripe.PaymentMethod): Card | null {
  if (!card) return null
  return {
    methodId: id,
    customer: idOf(customer),
    brand: card.brand,
    last4: card.last4,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    funding: card.funding,
    fingerprint: card.fingerprint ?? '',
  }
}

async function setupOf(call: () => Promise<Stripe.Response<Stripe.SetupIntent>>): Promise<SetupState> {
  try {
    return readSetup(await reachable(call))
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeCardError)
      return { status: 'failed', setupId: error.setup_intent?.id ?? null, message: error.message }
    if (error instanceof StripeInvalidRequestError) return { status: 'failed', setupId: null, message: '' }
    if (error instanceof Unreachable && isInProgress(error.cause)) return { status: 'pending', setupId: null }
    throw error
  }
}

function readSetup(intent: Stripe.SetupIntent): SetupState {
  const setupId = intent.id
  const url = intent.next_action?.redirect_to_url?.url
  const failed = { status: 'failed', setupId, message: intent.last_setup_error?.message ?? '' } as const
  switch (intent.status) {
    case 'succeeded': {
      const [customer, methodId] = [idOf(intent.customer), idOf(intent.payment_method)]
      return customer && methodId ? { status: 'succeeded', setupId, customer, methodId } : failed
    }
    case 'requires_action':
      return url ? { status: 'action', setupId, url } : failed
    case 'processing':
      return { status: 'pending', setupId }
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'canceled':
      return failed
    default:
      throw new Unreachable('The card provider did not return the status of the card')
  }
}

/** The id of an object that the provider may have sent in full. */
function idOf(object: string | { id: string } | null): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

function onAccount(account: string): { stripeAccount?: string } {
  return account ? { stripeAccount: account } : {}
}

/** Requests a refund. One that the provider rejects has failed: the same request would be rejected again. */
async function refundStateOf(call: () => Promise<Stripe.Response<Stripe.Refund>>): Promise<RefundState> {
  try {
    return readRefund(await reachable(call))
  } catch (error) {
    const { StripeInvalidRequestError, StripeCardError } = Stripe.errors
    if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError)
      return { status: 'failed', refundId: null, reason: error.code ?? error.type }
    throw error
  }
}

function listedRefund(refund: Stripe.Refund): ListedRefund {
  const { amount, currency, payment_intent } = refund
  const state = readRefund(refund)
  return {
    refundId: refund.id,
    providerId: idOf(payment_intent) ?? '',
    amount,
    currency: currency.toUpperCase(),
    status: state.status,
    reason: state.status === 'failed' ? state.reason : '',
  }
}

function readRefund({ id: refundId, status, failure_reason }: Stripe.Refund): RefundState {
  switch (status) {
    case 'succeeded':
      return { status: 'done', refundId }
    case 'pending':
    case 'requires_action':
      return { status: 'accepted', refundId }
    case 'failed':
    case 'canceled':
      return { status: 'failed', refundId, reason: failure_reason ?? status }
    default:
      throw new Unreachable('The card provider did not return the status of the refund')
  }
}

/** An event as Stripe sends it; some events have no data. */
interface Event {
  id: string
  type: string
  /** The connected account that the event is about. */
  account?: string | null
  data?: { object?: object | null } | null
}

function readEvent({ id, type, account, data }: Event): ProviderEvent {
  const isPayment = type.startsWith('payment_intent.')
  const isRefund = type.startsWith('refund.') || type.startsWith('charge.refund')
  const isDispute = type.startsWith('charge.dispute.')
  // The event's type determines its object's type.
  const object = data?.object ?? {}
  const { id: objectId = null, metadata } = object as Partial<Stripe.PaymentIntent>
  const { payment_intent } = object as Partial<Stripe.Refund | Stripe.Dispute | Stripe.Charge>
  const concerned = idOf(payment_intent ?? null)
  return {
    id,
    type,
    payment: isPayment ? objectId : isRefund || isDispute ? concerned : null,
    isRefund,
    dispute: isDispute ? readDispute(object as Stripe.Dispute) : null,
    isPaid: type === 'payment_intent.succeeded',
    reference: (isPayment && metadata?.reference) || '',
    account: account ?? '',
  }
}

function readDispute({ id, amount, currency, reason, status, evidence_details }: Stripe.Dispute): Dispute {
  const seconds = evidence_details?.due_by
  const answerBy = seconds ? new Date(seconds * 1000).toISOString() : null
  return { id, amount, currency: currency.toUpperCase(), reason, answerBy, status: ends[status] ?? 'open' }
}

/** How a dispute has ended; one with any other status is open. */
const ends: Partial<Record<Stripe.Dispute.Status, 'won' | 'lost'>> = {
  lost: 'lost',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
}
