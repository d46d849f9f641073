import * as z from 'zod/mini'
import { entity, fields, flag, id, isRecord, message, optionalObject, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** A signed-in customer [ENTI-26]. A missing full name is made from first and last name. */
export const userSchema = z.pipe(
  entity('user', {
    strict: { id, email: text },
    shown: {
      first_name: text,
      last_name: text,
      full_name: text,
      subscribed: flag,
      is_event_subscribed: flag,
      is_dark_mode: flag,
    },
  }),
  z.transform((user) => ({
    ...user,
    full_name: user.full_name || [user.first_name, user.last_name].filter(Boolean).join(' '),
  })),
)
export type User = z.output<typeof userSchema>

/** Reply of the user call, in `user` or at the top level; null for a guest, who has no id [CALL-03]. */
export const userReplySchema = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) && 'user' in value ? value.user : value)),
  z.pipe(
    optionalObject(userSchema),
    z.transform((user) => (user && user.id !== '' && user.id !== '0' ? user : null)),
  ),
)

onTheWire(userReplySchema, () => ({
  documented: (own) => ({
    type: 'object',
    properties: { user: { ...own, description: 'Null for a guest.' } },
    required: ['user'],
  }),
  accepted: (own) => anyOf({ type: 'object', properties: { user: own } }, own),
}))

/** Reply of saving a guest: an error message, or '' on success, also for an empty reply [CALL-11]. */
export const savedGuestSchema = fields({ error: message })
export type SavedGuest = z.output<typeof savedGuestSchema>
