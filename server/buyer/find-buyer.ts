import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'

/** A sale's buyer: the signed-in user, or the guest saved to the sale. */
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
    return { userId: user.id, email: user.email, name: `${user.first_name} ${user.last_name}`.trim() }
  }
  return sale.guest_email ? { userId: null, email: sale.guest_email, name: sale.guest_name } : null
}
