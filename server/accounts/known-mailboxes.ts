import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { countTries, isCounted } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'

interface Asker {
  db: Database
  config: Pick<Config, 'secrets'>
  session: Session
  clientAddress: string
}

const rememberedForSeconds = 90 * 24 * 3600

/**
 * Returns whether an email was proven in this session or from this address within 90 days, so that its owner probably asks.
 * Some of the mails that a mailbox may get are kept for them. It gives no other right.
 */
export async function knowsMailbox(context: Asker, email: string): Promise<boolean> {
  const { db, config } = context
  return isCounted(db, config.secrets.codePepper, placesOf(context, email))
}

/** Remembers, by a keyed hash alone, where an email was proven. */
export async function rememberMailbox(context: Asker, email: string): Promise<void> {
  await countTries(context.db, context.config.secrets.codePepper, placesOf(context, email))
}

function placesOf({ session, clientAddress }: Asker, email: string) {
  const withinSeconds = rememberedForSeconds
  return [
    { what: 'proven in session', who: `${session.id} ${email}`, withinSeconds },
    { what: 'proven from client', who: `${clientAddress} ${email}`, withinSeconds },
  ]
}
