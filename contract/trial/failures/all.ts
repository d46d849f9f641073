import type { Trial } from '#contract/trial/trial.ts'
import { declinedCard } from './declined-card.ts'
import { endedSession, signedOut } from './ended-session.ts'
import { expiredHold } from './expired-hold.ts'
import { missingToken } from './missing-token.ts'
import { repeatedCalls } from './repeated-calls.ts'
import { soldOut } from './sold-out.ts'
import { unknownCall } from './unknown-call.ts'

/** What goes wrong on the way of buyers, by what the report calls it. */
export const failures: Record<string, (trial: Trial) => Promise<string | void>> = {
  'anti-forgery token missing': missingToken,
  'session ended': endedSession,
  'session ended by signing out': signedOut,
  'sold out': soldOut,
  'hold expired': expiredHold,
  'card declined': declinedCard,
  'every change sent twice': repeatedCalls,
  'call that is not there': unknownCall,
}
