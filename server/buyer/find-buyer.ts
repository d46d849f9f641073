import { fullNameOf } from '#server/accounts/users.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'

/** A sale's buyer: the signed-in user, or the guest saved to the sale, with the name given for the order if there is one. */
export interface Buyer {
  userId: string | null
  email: string
  name: string
}

/** Finds a sale's buyer; null until somebody signs in or enters an email. */
export async function findBuyer(db: Database, sale: Sale): Promise<Buyer | null> {
  if (sale.user_id) {
    const user = await db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', '=', sale.user_id)
      .executeTakeFirstOrThrow()
    return { userId: user.id, email: user.email, name: sale.guest_name || fullNameOf(user) }
  }
  return sale.guest_email ? { userId: null, email: sale.guest_email, name: sale.guest_name } : null
}
