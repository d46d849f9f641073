import type { Kysely } from 'kysely'

import { addCatalogueVersion } from './001-baseline/catalogue-version.ts'
import { addCatalogue } from './001-baseline/catalogue.ts'
import { addClock } from './001-baseline/clock.ts'
import { addKnownAddresses } from './001-baseline/known-addresses.ts'
import { addMonitoring } from './001-baseline/monitoring.ts'
import { addOutbox } from './001-baseline/outbox.ts'
import { addPayments } from './001-baseline/payments.ts'
import { addPeople } from './001-baseline/people.ts'
import { addPlans } from './001-baseline/plans.ts'
import { addSales } from './001-baseline/sales.ts'
import { addSandbox } from './001-baseline/sandbox.ts'
import { addSeats } from './001-baseline/seats.ts'
import { addTickets } from './001-baseline/tickets.ts'
import { addWaitingRoom } from './001-baseline/waiting-room.ts'

/** The schema of the first release, by subject; a subject refers only to those before it. */
const subjects = [
  addClock,
  addPeople,
  addCatalogue,
  addSales,
  addPayments,
  addPlans,
  addTickets,
  addOutbox,
  addSandbox,
  addKnownAddresses,
  addMonitoring,
  addSeats,
  addCatalogueVersion,
  addWaitingRoom,
]

/** Makes all tables of the first release. A later change of them is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const add of subjects) await add(db)
}
