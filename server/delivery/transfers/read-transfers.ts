import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { allowed, readPart, withPlainBreaks } from '#server/http/input.ts'
import { readRequest } from '#server/http/read-request.ts'
import { messageProblem } from '#src/checkout/rules/plain-names.ts'
import { transfersRequest, type TransferEntry } from '#src/order/requests.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

/** Reads a transfer, and the key of the attempt [CALL-39, ENTI-36]. Throws `HttpError` 422 with a message for the buyer. */
export function readTransfers(form: Form): { attempt: string; entries: TransferEntry[] } {
  for (const entry of Object.values(readPart(form, 'transfers'))) assertShort(entry)
  const { attempt, transfers } = readRequest(form, transfersRequest)
  const entries = transfers.map((entry) => ({
    ...entry,
    send_gift: entry.is_gift ? entry.send_gift : ('Send now' as const),
    message: entry.is_gift ? allowed(entry.message, messageProblem) : '',
  }))
  return { attempt, entries }
}

/** Says what is too long, in words for the buyer. */
function assertShort(entry: Form | string) {
  if (typeof entry === 'string') return
  for (const [key, most] of Object.entries(longest))
    if (withPlainBreaks(String(entry[key] ?? '')).length > most)
      throw new HttpError(422, `Please shorten the ${key} to ${most} characters`)
}
