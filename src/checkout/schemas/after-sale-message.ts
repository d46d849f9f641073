import * as z from 'zod/mini'
import { noteInvalidField } from '#src/http/invalid-fields.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'
import { entity, isRecord, list, text } from '#src/http/wire.ts'

/** A message of an organiser, shown after the sale [ENTI-30]. */
export const afterSaleMessageSchema = entity('after_sale_message', {
  strict: {},
  shown: {
    organiser_name: text,
    event_title: text,
    event_nice_date: text,
    event_nice_time: text,
    message: text,
  },
})

/** All messages, from a list, a map or a single message; a message may be plain text. Empty messages are left out. */
export const afterSaleMessagesSchema = z.pipe(
  z.transform((value: unknown): unknown => {
    if (!value) return []
    const isOne = typeof value !== 'object' || 'message' in value
    return (isOne ? [value] : Object.values(value)).map(asMessage).filter((message) => message !== null)
  }),
  list(afterSaleMessageSchema),
)

onTheWire(afterSaleMessagesSchema, () => ({
  accepted: (own) =>
    anyOf(own, { description: 'Also a map, one message, or texts; what is no message is left out.' }),
}))

function asMessage(value: unknown) {
  if (isRecord(value)) return value
  if (typeof value === 'string') return value.trim() ? { message: value } : null
  if (value) noteInvalidField('checkout.after_sale_messages')
  return null
}
