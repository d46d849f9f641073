import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import {
  allowed,
  readEmail,
  readFlag,
  readId,
  readInteger,
  readLines,
  readName,
  readPart,
  readText,
} from '#server/http/input.ts'
import type { TransferEntry } from '#src/order/schemas.ts'
import { messageProblem } from '#src/checkout/rules/plain-names.ts'
import { longest } from '#src/order/rules/transfers.ts'

import type { Recipient } from './change-offer.ts'

/** Reads the entries of a transfer [CALL-39, ENTI-36]. Throws `HttpError` 422 with a message for the buyer. */
export function readTransfers(form: Form): TransferEntry[] {
  const list = readPart(form, 'transfers')
  return Object.keys(list).map((key) => readEntry(readPart(list, key)))
}

/** Reads the person to whom tickets are offered instead. Throws `HttpError` 422 with a message for the buyer. */
export function readRecipient(form: Form): Recipient {
  const name = readName(form, 'name', longest.name)
  if (!name) throw new HttpError(422, 'Please enter a name')
  return { name, email: readEmail(form, 'email') }
}

function readEntry(form: Form): TransferEntry {
  for (const [key, most] of Object.entries(longest))
    if (String(form[key] ?? '').length > most)
      throw new HttpError(422, `Please shorten the ${key} to ${most} characters`)
  const isGift = readFlag(form, 'is_gift')
  return {
    ticket_id: readId(form, 'ticket_id'),
    name: readName(form, 'name', longest.name),
    email: readEmail(form, 'email'),
    qty: readInteger(form, 'qty', { min: 0, max: 1000 }),
    is_gift: isGift,
    send_gift: isGift && readText(form, 'send_gift', 20) === 'Schedule' ? 'Schedule' : 'Send now',
    delivery_date: readText(form, 'delivery_date', 20),
    delivery_time: readText(form, 'delivery_time', 10),
    message: allowed(readLines(form, 'message', longest.message), messageProblem),
  }
}
