import { demandsOf } from '#server/basket/demands.ts'
import { holdExpired, isOwnSale } from '#server/basket/own-sale.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { lockOwnSale, messages } from '#server/basket/sale.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import { identify } from '#server/buyer/identify-buyer.ts'
import { hasUnanswered } from '#server/buyer/question-answers.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { customerOf, describeExcess, findOwnExcess } from '#server/reservation/customer-limits.ts'
import { describeMissing, readRequirements } from '#server/reservation/ticket-requirements.ts'
import { missingDetail } from '#src/checkout/rules/missing-details.ts'
import { isPhone } from '#src/checkout/rules/people.ts'

/** A sale that can be paid: held and complete. */
export interface Payable {
  basket: Basket
  buyer: Buyer
  total: number
}

/** Locks the session's sale and checks that it can be paid. Throws `HttpError` 409 or 422. */
export async function lockPayable(trx: Transaction, session: Session): Promise<Payable> {
  return readPayable(trx, session, await lockOwnSale(trx, session))
}

/** Like `lockPayable`, for a sale that is locked already. */
export async function readPayable(trx: Transaction, session: Session, sale: Sale): Promise<Payable> {
  const order = await readOrderable(trx, session, sale)
  assertPayable(order.basket, order.total)
  return order
}

/** Locks the session's sale and checks that it can become an order, free or paid. Throws `HttpError` 409 or 422. */
export async function lockOrderable(trx: Transaction, session: Session): Promise<Payable> {
  return readOrderable(trx, session, await lockOwnSale(trx, session))
}

async function readOrderable(trx: Transaction, session: Session, { id }: Sale): Promise<Payable> {
  let basket = await readBasket(trx, id)
  const { sale, now } = basket
  if (sale.paid_at) throw new HttpError(409, messages.paid)
  if (basket.isPaying) throw new HttpError(409, messages.paying)
  // A payment in progress keeps an expired hold; another one may not start on it, or the tickets would never be free.
  if (!sale.held_until || sale.held_until <= now) throw new HttpError(409, holdExpired)
  if (session.userId && sale.user_id !== session.userId) {
    await identify(trx, sale, session, { userId: session.userId, email: '', name: '' })
    basket = await readBasket(trx, id)
  }
  // A visitor with a shared link must identify themselves before they can pay.
  else if (!isOwnSale(sale, session)) throw new HttpError(422, 'Type a valid email address')
  const buyer = await findBuyer(trx, basket.sale)
  if (!buyer) throw new HttpError(422, 'Type a valid email address')
  const missing = missingDetail(demandsOf(basket), {
    hasAddress: basket.sale.delivery_address !== null,
    voucherFrom: basket.sale.gift_voucher_from,
    voucherTo: basket.sale.gift_voucher_to,
  })
  if (missing) throw new HttpError(422, missing)
  if (await hasUnanswered(trx, basket))
    throw new HttpError(422, 'Please answer the questions about your tickets')
  await assertAllowed(trx, basket)
  return { basket, buyer, total: totalsOf(basket).total }
}

/**
 * Checks the limits per customer and the required tickets again, because only now it is known for certain who buys.
 * Throws `HttpError` 409.
 */
async function assertAllowed(trx: Transaction, basket: Basket): Promise<void> {
  const customer = await customerOf(trx, basket.sale)
  const excess = await findOwnExcess(trx, basket, customer, 'paying')
  const problem =
    describeExcess(excess) || describeMissing(await readRequirements(trx, basket, customer.userId))
  if (problem) throw new HttpError(409, problem)
}

/** Throws `HttpError` 409 if there is nothing to pay, or the organiser has no payment provider [PAYM-52, PAYM-53]. */
function assertPayable({ organisers }: Basket, total: number): void {
  if (total === 0) throw new HttpError(409, 'There is nothing to pay for this basket')
  const [organiser] = organisers
  if (organiser?.is_saas && organiser.provider === '')
    throw new HttpError(
      409,
      `We currently are unable to take payments for this basket as the payment integration has not yet been configured by ${organiser.name}.`,
    )
}

/**
 * Returns the contact number to save: the one sent with the payment, otherwise the sale's [PAYM-07, PAYM-08]. Throws
 * `HttpError` 422 if it is invalid, or missing although an organiser requires one.
 */
export function contactNumberOf({ basket }: Payable, given: string): string {
  const number = given || basket.sale.contact_number
  if ((demandsOf(basket).phone || number) && !isPhone(number))
    throw new HttpError(422, 'Type a valid phone number')
  return number
}
