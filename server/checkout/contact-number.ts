import { findUser } from '#server/accounts/users.ts'
import type { Basket } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import type { Session } from '#server/http/session.ts'

/** Reads the buyer's contact number: the sale's, otherwise that of a signed-in buyer if an organiser requires one; '' for none. */
export async function readContactNumber(
  db: Database,
  { sale, organisers }: Pick<Basket, 'sale' | 'organisers'>,
  { userId }: Pick<Session, 'userId'>,
): Promise<string> {
  if (sale.contact_number || !userId) return sale.contact_number
  if (!organisers.some((organiser) => organiser.requires_phone_number)) return ''
  return (await findUser(db, userId))?.phone ?? ''
}
