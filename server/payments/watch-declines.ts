import { sql } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Database } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'
import { logAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'

/** What makes a series of declined cards: so many in ten minutes, and more than were paid. */
const fewest = 20
/** Fewer are a series if the bank or the provider gives a reason that a thief's card has, and an honest one seldom. */
const fewestSuspicious = 8

/** Stripe's decline codes (`fraudulent` also for what Radar blocks) and Square's error codes. */
const suspicious = [
  'do_not_honor',
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'security_violation',
  'stolen_card',
  'CARD_DECLINED_CALL_ISSUER',
  'GENERIC_DECLINE',
]

/**
 * Raises an alarm for a series of declined cards over the whole shop: somebody may be trying stolen ones, from many addresses.
 * While it is open, cards are known before they are charged (`isCardCounted`). Once an hour at most, until the owner closes it.
 */
export async function watchDeclines({ db, log }: { db: Database; log: Log }): Promise<void> {
  const { rows } = await sql<{ reason: string; count: number; hour: string }>`
    select case when status = 'succeeded' then 'paid' else declined_for end as reason, count(*)::int as count,
      to_char(${shopNow} at time zone 'UTC', 'YYYY-MM-DD HH24') as hour
    from payment_attempts
    where created_at > ${shopNow} - interval '10 minutes' and method in ('card', 'instalment') and coalesce(instalment, 1) = 1
      and (status = 'succeeded' or status = 'failed' and declined_for <> '')
      and not exists (select from alarms where kind = 'card_testing' and resolved_at is null)
    group by reason order by reason`.execute(db)
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + count, 0)
  const paid = sum(rows.filter(({ reason }) => reason === 'paid'))
  const declined = rows.filter(({ reason }) => reason !== 'paid')
  const suspected = sum(declined.filter(({ reason }) => suspicious.includes(reason)))
  const isSeries = sum(declined) >= fewest && sum(declined) > paid
  if (!isSeries && (suspected < fewestSuspicious || suspected <= paid)) return
  const reasons = Object.fromEntries(declined.map(({ reason, count }) => [reason, count]))
  await raiseAlarm(db, {
    kind: 'card_testing',
    about: rows[0]?.hour ?? '',
    provider: '',
    saleId: null,
    attemptId: null,
    details: { within: '10 minutes', declined: reasons, paid },
  })
  await logAlarms(db, log)
}
