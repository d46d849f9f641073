import type * as z from 'zod/mini'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { HttpFailure, InvalidReply, Offline } from './errors.ts'
import { encodeForm, type FormFields } from './form-encoding.ts'
import { reportingInvalidFields } from './invalid-fields.ts'
import { failureMessage } from './failure.ts'
import { repliesHeld } from './held-replies.ts'
import { loadedHttp, loadHttp } from './load-http.ts'

/**
 * Sends a call to the shop's origin and parses its reply with the schema. A POST always has a form body, even if empty.
 *
 * @param path absolute path on this origin
 * @param keepalive lets the call finish after the page has closed
 * @param signal aborts the call, for reads that nobody else waits for
 * @throws HttpFailure, InvalidReply or Offline
 */
export async function request<T extends z.ZodMiniType>(
  schema: T,
  method: 'GET' | 'POST',
  path: string,
  fields: FormFields = {},
  { keepalive = false, signal }: { keepalive?: boolean; signal?: AbortSignal } = {},
): Promise<z.output<T>> {
  const address = new URL(path, globalThis.location.origin)
  const body = method === 'POST' ? { body: encodeForm(fields) } : {}
  const { ok, status, headers, text } = await answer(method, path, async () => {
    const http = loadedHttp() ?? (await loadHttp())
    return http.send(address, { method, keepalive, ...(signal && { signal }), ...body })
  })
  if (!ok)
    throw new HttpFailure(
      status,
      failureMessage(fromJson(text)),
      text.slice(0, BODY_CAP),
      retryAfter(headers),
    )
  const reply = reportingInvalidFields(path, () => schema.safeParse(fromJson(text)))
  if (reply.success) return reply.data
  const invalid = reply.error.issues.map((issue) => issue.path.join('.') || 'the reply')
  emitPageEvent({ type: 'reply', path, fields: invalid, isRejected: true })
  throw new InvalidReply(path, invalid)
}

/** Maximum number of characters kept of a failed reply. */
const BODY_CAP = 4000

let calls = 0

async function answer(method: string, path: string, send: () => Promise<Response>) {
  const call = (calls += 1)
  emitPageEvent({ type: 'sent', call, path })
  const sent = Date.now()
  let status = 0
  try {
    const response = await send()
    const text = await response.text()
    status = response.status
    return { ok: response.ok, status, headers: response.headers, text }
  } catch (error) {
    throw new Offline(error)
  } finally {
    emitPageEvent({ type: 'call', call, method, path, status, ms: Date.now() - sent })
    await repliesHeld()
  }
}

/** Returns the pause of `Retry-After` in milliseconds: a date is compared with the server's clock, not the device's. */
function retryAfter(headers: Headers) {
  const after = headers.get('retry-after')
  const pause = Number(after) * 1000 || Date.parse(after ?? '') - Date.parse(headers.get('date') ?? '')
  return Math.max(0, pause || 0)
}

/** Parses JSON, or returns the text as is: some documented replies are bare text. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
