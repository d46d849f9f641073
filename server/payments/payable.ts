import { expired, isOwnSale } from '#server/basket/own-sale.ts'
import { readBasket, type Basket } from '#server/basket/read-basket.ts'
import { isPaying, lockOwnSale, messages } from '#server/basket/sale.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import { identify } from '#server/buyer/identify-buyer.ts'
import { hasUnanswered } from '#server/buyer/question-answers.ts'
import type { Work } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { isPhone } from '#src/rules/people.ts'

/** A sale that may be paid now: held, with everything known that the order needs. */
export interface Payable {
  basket: Basket
  buyer: Buyer
  total: number
}

/** Locks the session's sale and makes sure that it may be paid. Throws `HttpError` 409 or 422 with what is missing. */
export async function lockPayable(trx: Work, session: Session): Promise<Payable> {
  const order = await lockOrderable(trx, session)
  refuseUnpayable(order.basket, order.total)
  return order
}

/** Locks the session's sale and makes sure that it may become an order, free or paid. Throws `HttpError` 409 or 422. */
export async function lockOrderable(trx: Work, session: Session): Promise<Payable> {
  const sale = await lockOwnSale(trx, session)
  if (sale.paid_at) throw new HttpError(409, messages.paid)
  if (await isPaying(trx, sale.id)) throw new HttpError(409, messages.paying)
  if (!sale.held_until) throw new HttpError(409, expired)
  if (session.userId && sale.user_id !== session.userId)
    await identify(trx, sale, session, { userId: session.userId, email: '', name: '' })
  // Whoever has the link of a sale pays for nobody else: they say who they are first.
  else if (!isOwnSale(sale, session)) throw new HttpError(422, 'Type a valid email address')
  const basket = await readBasket(trx, sale.id)
  const buyer = await findBuyer(trx, basket.sale)
  if (!buyer) throw new HttpError(422, 'Type a valid email address')
  const isSent = basket.tickets.some((line) => line.deliverable) || basket.vouchers.length > 0
  if (isSent && !basket.sale.delivery_address) throw new HttpError(422, 'Please complete your address')
  if (await hasUnanswered(trx, basket))
    throw new HttpError(422, 'Please answer the questions about your tickets')
  return { basket, buyer, total: totalsOf(basket).total }
}

/** Refuses what needs no payment, and where the organiser has set up no provider [PAYM-52, PAYM-53]. */
function refuseUnpayable({ organisers }: Basket, total: number): void {
  if (total === 0) throw new HttpError(409, 'There is nothing to pay for this basket')
  const [organiser] = organisers
  if (organiser?.is_saas && organiser.provider === '')
    throw new HttpError(
      409,
      `We currently are unable to take payments for this basket as the payment integration has not yet been configured by ${organiser.name}.`,
    )
}

/**
 * The contact number to keep with a sale: the one given with the payment, else the one it has [PAYM-07, PAYM-08]. Throws
 * `HttpError` 422 when it is none, or missing where an organiser requires one.
 */
export function contactNumberOf({ basket }: Payable, given: string): string {
  const number = given || basket.sale.contact_number
  const isRequired = basket.organisers.some((organiser) => organiser.requires_phone_number)
  if ((isRequired || number) && !isPhone(number)) throw new HttpError(422, 'Type a valid phone number')
  return number
}
