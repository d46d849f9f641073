import type { Database } from '#server/database/connect.ts'

/** What a guest remembers of an order. */
export type Clue = { reference: string } | { email: string }

/** Finds the email address of an order's buyer, by the order's reference or by that address; null if there is no such order. */
export async function findBuyersEmail(db: Database, clue: Clue): Promise<string | null> {
  const found = await db
    .selectFrom('sales')
    .leftJoin('users', 'users.id', 'sales.user_id')
    .select(({ fn }) => fn.coalesce('users.email', 'sales.guest_email').as('email'))
    .where('sales.paid_at', 'is not', null)
    .where(({ and, or, eb, selectFrom }) =>
      'reference' in clue
        ? eb('sales.order_reference', '=', clue.reference)
        : or([
            eb('sales.user_id', '=', selectFrom('users').select('id').where('email', '=', clue.email)),
            and([eb('sales.user_id', 'is', null), eb('sales.guest_email', '=', clue.email)]),
          ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found?.email || null
}
