import { sql } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'

/** Whether the event of a joined date is over; one without a known end, six hours after its start. */
export const isPast = sql<boolean>`coalesce(ends_at, starts_at + interval '6 hours') < ${shopNow}`
