import type { Sale } from '#server/basket/read-basket.ts'
import type { Reader } from '#server/database/connect.ts'

/** Who a sale is for, by what the shop knows: the signed-in user, else the guest whose email was saved to the sale. */
export interface Buyer {
  userId: string | null
  email: string
  name: string
}

/** The buyer of a sale; null while nobody has signed in or given an email. */
export async function findBuyer(db: Reader, sale: Sale): Promise<Buyer | null> {
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
