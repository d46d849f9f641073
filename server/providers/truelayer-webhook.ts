import { extractJku, extractKid, verify, type HttpMethod } from 'truelayer-signing'

import { Unreachable, type ProviderEvent, type SignedRequest } from './payment-provider.ts'
import { readSigned } from './read-signed.ts'

interface Keys {
  webhookKeysUrl: string
  fetch: typeof fetch
}

interface Event {
  type: string
  event_id: string
  payment_id?: string
  refund_id?: string
  metadata?: { reference?: string }
}

const timeoutMs = 5_000
/** Least time between two readings of the keys, and how long they count. */
const pauseMs = 60_000
const keptMs = 60 * 60_000

/** Returns a function that reads TrueLayer's signed webhooks; null if the signature is invalid. */
export function webhookReader({ webhookKeysUrl, fetch }: Keys) {
  let keys = { text: '{"keys":[]}', readAt: 0 }
  let reading: Promise<void> | null = null

  return async function readEvent({ path, headers, body }: SignedRequest): Promise<ProviderEvent | null> {
    try {
      const signature = headers.get('Tl-Signature') ?? ''
      // The signature names the address of its key: only the provider's own counts.
      if (extractJku(signature) !== webhookKeysUrl) return null
      verify({
        jwks: await keysWith(extractKid(signature)),
        signature,
        // The enum exists only as a type.
        method: 'POST' as HttpMethod,
        path,
        headers: Object.fromEntries(headers),
        requiredHeaders: ['X-Tl-Webhook-Timestamp'],
        body,
      })
    } catch (error) {
      if (error instanceof Unreachable) throw error
      return null
    }
    return readSigned(() => read(JSON.parse(body) as Event))
  }

  /** Returns the provider's keys; reads them again, once for all webhooks, if they are old or the wanted one is missing. */
  async function keysWith(kid: string): Promise<string> {
    const age = Date.now() - keys.readAt
    const isMissing = !keys.text.includes(JSON.stringify(kid))
    if (age > keptMs || (isMissing && age > pauseMs))
      await (reading ??= readKeys().finally(() => void (reading = null)))
    return keys.text
  }

  async function readKeys(): Promise<void> {
    try {
      const reply = await fetch(webhookKeysUrl, { signal: AbortSignal.timeout(timeoutMs) })
      if (!reply.ok) throw new Error(`Status ${reply.status}`)
      keys = { text: await reply.text(), readAt: Date.now() }
    } catch (error) {
      throw new Unreachable('The bank transfer provider did not return its keys', { cause: error })
    }
  }
}

function read({ event_id, type, payment_id, refund_id, metadata }: Event): ProviderEvent {
  return {
    id: event_id,
    type,
    payment: payment_id ?? null,
    isRefund: refund_id !== undefined,
    dispute: null,
    isPaid: type === 'payment_settled',
    reference: metadata?.reference ?? '',
  }
}
