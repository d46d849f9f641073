import { sql } from 'kysely'

/** A mail is tried until it is sent; an SMS for half an hour, because it is about the present and each try may cost. */
export const maxTries = { mail: null, sms: 6 }

/** Tries after which a message raises an alarm: a mail after four hours, an SMS after its last try. */
export const triesBeforeAlarm = { mail: 8, sms: maxTries.sms }

/** SQL: the message was not sent, and is no longer tried. */
export function hasFailed() {
  return sql<boolean>`(kind = 'sms' and sent_at is null and attempts >= ${maxTries.sms})`
}

/** SQL: the message has its content; an old one has been emptied. */
export const isFull = sql<boolean>`payload <> '{}'`

/** SQL: the message is not scheduled for later. */
export const isDue = sql<boolean>`(sent_at is not null or attempts > 0 or due_at <= shop_now())`

/** SQL: the message holds a one-time code or a link with a secret, of which the shop otherwise stores only a hash. */
export const isSecret = sql<boolean>`(payload ? 'sealed' or key ~ '^transfer:[^:]+$')`
