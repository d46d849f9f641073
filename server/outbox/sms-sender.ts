import type { RequestClient } from 'twilio'

import type { Config, Providers } from '#server/config.ts'

import type { Sms } from './render-sms.ts'

/** Sends one SMS. Throws if the provider did not accept it. */
export type SendSms = (sms: Sms) => Promise<void>

interface Parts {
  config: Pick<Config, 'mode' | 'providers'>
  fetch: typeof fetch
}

/**
 * Connects the owner's SMS provider. In the sandbox without one nothing is sent: SMS are read on the outbox page. In
 * production without one no instalment plans are offered, and the SMS of those that run stay unsent, each with a log line.
 */
export function connectSms({ config: { mode, providers }, fetch }: Parts): SendSms {
  if (providers.twilio) return twilioSms(providers.twilio, fetch)
  return mode === 'sandbox' ? () => Promise.resolve() : () => Promise.reject(new NoSmsProvider())
}

const timeoutMs = 10_000

/** Sends SMS with Twilio's official SDK. */
function twilioSms(
  { accountSid, authToken, from }: NonNullable<Providers['twilio']>,
  fetch: typeof globalThis.fetch,
): SendSms {
  const loading = loadClient(accountSid, authToken, fetch)
  // The first SMS reports a failure.
  loading.catch(() => {})
  return async ({ to, text }) => {
    const client = await loading
    try {
      await client.messages.create({ to, body: text, ...senderOf(from) })
    } catch (error) {
      const code = (error as { code?: unknown }).code
      throw typeof code === 'number' ? new SmsRejected(code, error) : error
    }
  }
}

/** Loads the SDK lazily, because only shops with keys need it. */
async function loadClient(accountSid: string, authToken: string, fetch: typeof globalThis.fetch) {
  const { default: twilio } = await import('twilio')

  class FetchClient extends twilio.RequestClient {
    override async request<T>({ method, uri, username, password, headers, data }: TwilioRequest) {
      const reply = await fetch(uri, {
        method,
        headers: {
          ...(headers as Record<string, string>),
          Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        },
        // The SDK gives the fields of a form.
        body: new URLSearchParams(data as Record<string, string>),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const body = (await reply.json()) as T
      return { statusCode: reply.status, body, headers: reply.headers }
    }
  }

  return twilio(accountSid, authToken, { httpClient: new FetchClient() })
}

type TwilioRequest = Parameters<RequestClient['request']>[0]

/** A messaging service, or a number or name. */
function senderOf(from: string): { messagingServiceSid: string } | { from: string } {
  return from.startsWith('MG') ? { messagingServiceSid: from } : { from }
}

/** The provider refused an SMS; the code is listed in its documentation and names the reason. */
class SmsRejected extends Error {
  override name = 'SmsRejected'
  readonly code: string
  constructor(code: number, cause: unknown) {
    super('The SMS provider refused an SMS', { cause })
    this.code = String(code)
  }
}

/** There are instalment plans, but the SMS provider's keys have been taken away. */
class NoSmsProvider extends Error {
  override name = 'NoSmsProvider'
}
