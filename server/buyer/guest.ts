import { isProven } from '#server/accounts/one-time-codes.ts'
import { readBasket, type Basket } from '#server/basket/read-basket.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { isFullName } from '#src/checkout/rules/people.ts'

import { identify, lockHeldSale } from './identify-buyer.ts'
import { keepCharityUpdates } from './marketing-choices.ts'

/**
 * Saves a guest's email and name to the session's sale [CALL-11]. The email must be proven by a code, except in an
 * express basket. Until the order is paid, they belong to the sale alone; accounts are neither created, changed nor read, and the
 * name stays that of the order (decision 47). A signed-in express buyer stays the buyer, under the given name. Throws
 * `HttpError` 409 or 422.
 */
export function saveGuest(
  { db, session }: ShopEnv['Variables'],
  { email, name }: { email: string; name: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockHeldSale(trx, session)
    const isExpressSale = isExpress(await readBasket(trx, sale.id))
    if (!isFullName(name))
      throw new HttpError(
        422,
        isExpressSale
          ? 'Type both your first and last name(s)'
          : 'Please type both your first and last name(s)',
      )
    const hasProven = await isProven(trx, session, email)
    if (!isExpressSale && !hasProven)
      throw new HttpError(422, 'Please confirm your email address with a one-time code first')
    const member = isExpressSale ? session.userId : null
    const guest = { userId: null, email, name, isProven: hasProven }
    await identify(trx, sale, session, member ? { userId: member, email: '', name } : guest)
    await keepCharityUpdates(trx, sale.id, session)
  })
}

/** Returns whether the whole basket uses express checkout. */
export function isExpress({ organisers }: Pick<Basket, 'organisers'>): boolean {
  return organisers.length > 0 && organisers.every((organiser) => organiser.is_express)
}
