import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { countGuess } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'

import { applyCode } from './apply-code.ts'

interface CodeContext {
  db: Database
  config: Pick<Config, 'secrets'>
  session: Session
  clientAddress: string
}

/** Like `applyCode`, with wrong codes counted against the visitor's limits; returns `over` once they are reached. */
export function tryCode(
  { db, config, session, clientAddress }: CodeContext,
  code: string,
  signedBy = '',
): Promise<boolean | 'over'> {
  const limits = [
    { what: 'wrong code', who: session.id, max: 20, withinSeconds: 600 },
    { what: 'wrong code', who: clientAddress, max: 200, withinSeconds: 600 },
  ]
  return countGuess(db, config.secrets.codePepper, limits, () => applyCode(db, session, code, signedBy))
}
