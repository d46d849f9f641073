import { Migrator } from 'kysely/migration'
import type { Kysely } from 'kysely'

import * as clock from './migrations/001-clock.ts'
import * as people from './migrations/002-people.ts'
import * as catalogue from './migrations/003-catalogue.ts'
import * as sales from './migrations/004-sales.ts'
import * as payments from './migrations/005-payments.ts'
import * as afterTheSale from './migrations/006-after-the-sale.ts'
import * as sandbox from './migrations/007-sandbox.ts'
import * as knownAddresses from './migrations/008-known-addresses.ts'
import * as rotatedTokens from './migrations/009-rotated-tokens.ts'
import * as lineNumbers from './migrations/010-line-numbers.ts'
import * as ordersOfAPerson from './migrations/011-orders-of-a-person.ts'
import * as knownTotal from './migrations/012-known-total.ts'
import * as alarmsAndTries from './migrations/013-alarms-and-tries.ts'
import * as paymentPlans from './migrations/014-payment-plans.ts'
import * as organiserEmail from './migrations/015-organiser-email.ts'
import * as provenEmails from './migrations/016-proven-emails.ts'
import * as indexesOfPlans from './migrations/017-indexes-of-plans.ts'
import * as shortReferences from './migrations/018-short-references.ts'
import * as transfers from './migrations/019-transfers.ts'
import * as door from './migrations/020-door.ts'
import * as doors from './migrations/021-doors.ts'
import * as referrers from './migrations/022-referrers.ts'
import * as indexesOfOrders from './migrations/023-indexes-of-orders.ts'
import * as seats from './migrations/024-seats.ts'
import * as sandboxHalls from './migrations/025-sandbox-halls.ts'
import * as offers from './migrations/026-offers.ts'
import type { Tables } from './tables.ts'

// A list instead of a folder scan: it works in a bundle and shows the order.
const migrations = {
  '001-clock': clock,
  '002-people': people,
  '003-catalogue': catalogue,
  '004-sales': sales,
  '005-payments': payments,
  '006-after-the-sale': afterTheSale,
  '007-sandbox': sandbox,
  '008-known-addresses': knownAddresses,
  '009-rotated-tokens': rotatedTokens,
  '010-line-numbers': lineNumbers,
  '011-orders-of-a-person': ordersOfAPerson,
  '012-known-total': knownTotal,
  '013-alarms-and-tries': alarmsAndTries,
  '014-payment-plans': paymentPlans,
  '015-organiser-email': organiserEmail,
  '016-proven-emails': provenEmails,
  '017-indexes-of-plans': indexesOfPlans,
  '018-short-references': shortReferences,
  '019-transfers': transfers,
  '020-door': door,
  '021-doors': doors,
  '022-referrers': referrers,
  '023-indexes-of-orders': indexesOfOrders,
  '024-seats': seats,
  '025-sandbox-halls': sandboxHalls,
  '026-offers': offers,
}

/** Migrates the database to the newest schema; safe when several processes start at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
