import { randomUUID } from 'node:crypto'

import { sign, type HttpMethod } from 'truelayer-signing'

import {
  Unreachable,
  type BankProvider,
  type ListedRefund,
  type Outcome,
  type RefundState,
} from './payment-provider.ts'
import { webhookReader } from './truelayer-webhook.ts'

interface Account {
  clientId: string
  clientSecret: string
  signingKeyId: string
  /** The private key (ES512, PEM) that signs every request that moves money. */
  signingKey: string
  /** The account for pounds. */
  merchantAccountId: string
  /** The account for euros; without it, there are no transfers in euros. */
  merchantAccountIdEur?: string | undefined
  merchantName: string
  authUrl: string
  apiUrl: string
  /** Address of the keys that sign webhooks. */
  webhookKeysUrl: string
  fetch: typeof fetch
}

interface Payment {
  id: string
  status: string
  amount_in_minor: number
  currency: string
  failure_reason?: string
  metadata?: { reference?: string }
  payment_method?: { beneficiary?: { merchant_account_id?: string } }
  hosted_page?: { uri: string }
}

interface Refund {
  id?: string
  status?: string
  failure_reason?: string
  amount_in_minor?: number
  currency?: string
}

/** A transaction of a merchant account; only refunds have a `refund_id`. */
interface Transaction extends Refund {
  refund_id?: string
  payment_id?: string
}

const timeoutMs = 10_000
/** The longest time for which TrueLayer lists any number of transactions. */
const listedMs = 31 * 24 * 60 * 60_000

/** Instant bank transfers with TrueLayer's Payments API v3. */
export function truelayerTransfers(account: Account): BankProvider {
  const ask = client(account)
  const accounts = merchantAccounts(account)

  return {
    accepts: (currency) => accounts[currency] !== undefined,
    create: async ({ key, amount, currency, reference, name, email, returnUrl }) => {
      const payment = await ask<Payment>('POST', '/v3/payments', {
        key,
        body: {
          amount_in_minor: amount,
          currency,
          payment_method: {
            type: 'bank_transfer',
            provider_selection: { type: 'user_selected' },
            beneficiary: {
              type: 'merchant_account',
              merchant_account_id: accounts[currency],
              account_holder_name: account.merchantName,
            },
          },
          user: { name: name || email, email },
          hosted_page: { return_uri: returnUrl },
          metadata: { reference },
        },
      })
      const url = payment.hosted_page?.uri
      if (!url) throw new Unreachable('The bank transfer provider returned no address for the buyer')
      return { providerId: payment.id, url }
    },
    find,
    // Only asks for it: the bank may execute the payment nevertheless (docs.truelayer.com/docs/cancel-a-payment).
    cancel: async (providerId) => {
      try {
        await ask('POST', `/v3/payments/${encodeURIComponent(providerId)}/actions/cancel`, {
          key: randomUUID(),
        })
      } catch (error) {
        if (isRejected(error)) return find(providerId)
        throw error
      }
      const outcome = await find(providerId)
      return outcome.status === 'pending' ? { status: 'action', providerId, url: '' } : outcome
    },
    refund: async ({ providerId, amount, key }) => {
      try {
        const body = { amount_in_minor: amount, reference: 'Refund' }
        return readRefund(await ask<Refund>('POST', refundsOf(providerId), { key, body }))
      } catch (error) {
        // The same request would be rejected again.
        if (isRejected(error)) return { status: 'failed', refundId: null, reason: error.cause.message }
        throw error
      }
    },
    findRefund: async (refundId, providerId) =>
      readRefund(await ask<Refund>('GET', `${refundsOf(providerId)}/${encodeURIComponent(refundId)}`)),
    refundsOf: async (providerId) => {
      const { items } = await ask<{ items?: Refund[] }>('GET', refundsOf(providerId))
      return listed(items).map((refund) => listedRefund(refund, providerId))
    },
    refundsSince: async (since) => {
      const lists = await Promise.all(Object.values(accounts).map((id) => transactionsSince(id ?? '', since)))
      return lists
        .flat()
        .filter(({ refund_id }) => refund_id)
        .map((refund) => listedRefund({ ...refund, id: refund.refund_id ?? '' }, refund.payment_id ?? ''))
    },
    readEvent: webhookReader(account),
  }

  /** Reads all pages of a merchant account's transactions (docs.truelayer.com, "Get your merchant account transactions"). */
  async function transactionsSince(accountId: string, since: Date): Promise<Transaction[]> {
    const found: Transaction[] = []
    const range = { from: since.toISOString(), to: new Date(since.getTime() + listedMs).toISOString() }
    for (let cursor: { cursor?: string } = {}; ;) {
      const query = new URLSearchParams({ ...range, ...cursor })
      const { items, pagination } = await ask<{
        items?: Transaction[]
        pagination?: { next_cursor?: string }
      }>('GET', `/v3/merchant-accounts/${encodeURIComponent(accountId)}/transactions?${query}`)
      found.push(...listed(items))
      if (!pagination?.next_cursor) return found
      cursor = { cursor: pagination.next_cursor }
    }
  }

  async function find(providerId: string): Promise<Outcome> {
    return read(await ask<Payment>('GET', `/v3/payments/${encodeURIComponent(providerId)}`), accounts)
  }
}

type Accounts = Partial<Record<string, string>>

/** The merchant accounts by currency: an account takes one (docs.truelayer.com/docs/merchant-accounts). */
export function merchantAccounts({
  merchantAccountId,
  merchantAccountIdEur,
}: Pick<Account, 'merchantAccountId' | 'merchantAccountIdEur'>): Accounts {
  return { GBP: merchantAccountId, ...(merchantAccountIdEur ? { EUR: merchantAccountIdEur } : {}) }
}

const refundsOf = (providerId: string) => `/v3/payments/${encodeURIComponent(providerId)}/refunds`

/** The provider has rejected a request because of its content. */
class Rejected extends Error {
  override name = 'Rejected'
}

const rejections = [400, 404, 422]

const isRejected = (error: unknown): error is Unreachable & { cause: Rejected } =>
  error instanceof Unreachable && error.cause instanceof Rejected

/** Statuses in which the buyer has not confirmed the payment yet. */
const unconfirmed = ['authorization_required', 'authorizing']

const failures: Record<string, string> = {
  insufficient_funds: 'There is not enough money in this bank account.',
  provider_rejected: 'Your bank declined the payment.',
  expired: 'The payment was not confirmed in time.',
}

function read(payment: Payment, accounts: Accounts): Outcome {
  const providerId = payment.id
  const arrivedAt = payment.payment_method?.beneficiary?.merchant_account_id
  if (payment.status === 'settled')
    return {
      status: 'succeeded',
      providerId,
      amount: payment.amount_in_minor,
      currency: payment.currency,
      reference: payment.metadata?.reference ?? '',
      ...(arrivedAt && !Object.values(accounts).includes(arrivedAt) ? { otherAccount: arrivedAt } : {}),
    }
  if (unconfirmed.includes(payment.status)) return { status: 'action', providerId, url: '' }
  if (payment.status !== 'failed') return { status: 'pending', providerId }
  const reason = payment.failure_reason ?? ''
  return {
    status: 'failed',
    providerId,
    message: failures[reason] ?? 'Your bank did not complete the payment.',
    isCancelled: reason === 'canceled',
  }
}

/** A refund that is only created has no status yet. */
function readRefund({ id: refundId, status, failure_reason }: Refund): RefundState {
  if (!refundId) throw new Unreachable('The bank transfer provider did not return the refund')
  if (status === 'executed') return { status: 'done', refundId }
  if (status === 'failed') return { status, refundId, reason: failure_reason ?? status }
  return { status: 'accepted', refundId }
}

/** A list that must be in a reply. */
function listed<T>(items: T[] | undefined): T[] {
  if (!items) throw new Unreachable('The bank transfer provider did not return the list')
  return items
}

function listedRefund(refund: Refund, providerId: string): ListedRefund {
  const state = readRefund(refund)
  return {
    refundId: refund.id ?? '',
    providerId,
    amount: refund.amount_in_minor ?? 0,
    currency: refund.currency ?? '',
    status: state.status,
    reason: state.status === 'failed' ? state.reason : '',
  }
}

function client(account: Account) {
  let token: { value: string; expiresAt: number } | null = null

  return async function ask<T>(
    method: 'GET' | 'POST',
    path: string,
    { key = '', body }: { key?: string; body?: object } = {},
  ): Promise<T> {
    const text = body ? JSON.stringify(body) : ''
    const headers: Record<string, string> = { Authorization: `Bearer ${await accessToken()}` }
    if (body) headers['Content-Type'] = 'application/json'
    if (method === 'POST') {
      headers['Idempotency-Key'] = key
      headers['Tl-Signature'] = sign({
        kid: account.signingKeyId,
        privateKeyPem: account.signingKey,
        // The enum exists only as a type.
        method: method as HttpMethod,
        path,
        headers: { 'Idempotency-Key': key },
        body: text,
      })
    }
    const request = { method, headers, ...(body ? { body: text } : {}) }
    return send<T>(account.apiUrl + path, request, rejections)
  }

  async function accessToken(): Promise<string> {
    if (token && token.expiresAt > Date.now()) return token.value
    const reply = await send<{ access_token: string; expires_in: number }>(
      `${account.authUrl}/connect/token`,
      {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: account.clientId,
          client_secret: account.clientSecret,
          scope: 'payments',
        }),
      },
    )
    // Renewed a minute early, so that the token does not expire during a request.
    token = { value: reply.access_token, expiresAt: Date.now() + (reply.expires_in - 60) * 1000 }
    return token.value
  }

  /** Sends a request. Only a reply with one of the statuses `final` says that the same request would be rejected again. */
  async function send<T>(url: string, init: RequestInit, final: number[] = []): Promise<T> {
    try {
      const reply = await account.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      if (!reply.ok) throw new (final.includes(reply.status) ? Rejected : Error)(`Status ${reply.status}`)
      // The provider's documented shape. The amount is compared with the attempt before it counts.
      return JSON.parse((await reply.text()) || '{}') as T
    } catch (error) {
      throw new Unreachable('The bank transfer provider did not answer as expected', { cause: error })
    }
  }
}
