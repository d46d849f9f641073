import type { Insertable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'

type Changes<T extends keyof Tables> = Partial<Insertable<Tables[T]>>

/** Issues a discount code, by default for a tenth off all tickets, and returns it. */
export async function discountCode(
  db: Database,
  code: string,
  changes: Changes<'discount_codes'> = {},
): Promise<string> {
  await db
    .insertInto('discount_codes')
    .values({ kind: 'ticket_percent', amount: 10_00, ...changes, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return code
}

/** Issues a gift voucher of an organiser worth so many pence, and returns its code. */
export async function giftVoucher(
  db: Database,
  code: string,
  { organiserId, value, ...changes }: { organiserId: string; value: number } & Changes<'issued_vouchers'>,
): Promise<string> {
  await db
    .insertInto('issued_vouchers')
    .values({
      organiser_id: organiserId,
      currency: 'GBP',
      value,
      balance: value,
      expires_at: new Date('2999-01-01'),
      ...changes,
      code,
    })
    .execute()
  return code
}
